-- AlterEnum
ALTER TYPE "PaymentState" ADD VALUE 'credited';

-- AlterTable
ALTER TABLE "credit_entry" ADD COLUMN     "returned_payment_id" BIGINT;

-- AlterTable
ALTER TABLE "order_product" ADD COLUMN     "has_ended_coupons" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "return_failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "return_number" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "returns_failed" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "credit_entry_store_id_returned_payment_id_key" ON "credit_entry"("store_id", "returned_payment_id");

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_store_id_returned_payment_id_fkey" FOREIGN KEY ("store_id", "returned_payment_id") REFERENCES "payment"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
