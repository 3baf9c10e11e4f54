-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN     "refund_id" BIGINT;

-- CreateIndex
CREATE INDEX "idempotency_key_store_id_refund_id_idx" ON "idempotency_key"("store_id", "refund_id");
