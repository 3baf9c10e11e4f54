-- The instance of refunded pieces, where an immediate change had given the deliveries of their line another.
ALTER TABLE "refund_line" ADD COLUMN     "instance_id" BIGINT;

-- A refund may be of pieces alone.
ALTER TABLE "refund" DROP CONSTRAINT "refund_amount_check";
ALTER TABLE "refund" ADD CONSTRAINT "refund_amount_check" CHECK ("amount" >= 0) NOT VALID;
