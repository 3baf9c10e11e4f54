-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "advice" TEXT,
ADD COLUMN     "decline_code" TEXT,
ADD COLUMN     "network_advice" TEXT,
ADD COLUMN     "request_id" TEXT;

-- AlterTable
ALTER TABLE "payment_method" ADD COLUMN     "gateway_customer" TEXT;
