-- AlterTable
ALTER TABLE "credit_entry" ADD COLUMN     "order_id" BIGINT,
ADD COLUMN     "payment_id" BIGINT;

-- CreateIndex
CREATE INDEX "credit_entry_store_id_order_id_idx" ON "credit_entry"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "credit_entry_store_id_payment_id_idx" ON "credit_entry"("store_id", "payment_id");

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_store_id_payment_id_fkey" FOREIGN KEY ("store_id", "payment_id") REFERENCES "payment"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
