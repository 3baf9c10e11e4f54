-- AlterTable
ALTER TABLE "order" ADD COLUMN     "edit_difference" BIGINT,
ADD COLUMN     "edit_reason" TEXT,
ADD COLUMN     "edited_at" TIMESTAMPTZ(0);

-- Of an order one edit is charged at a time. The payment of an edit refers to its order from the beginning, any other one once it is settled.
CREATE UNIQUE INDEX "payment_edit_under_way_key" ON "payment"("store_id", "order_id")
  WHERE "order_id" IS NOT NULL AND "state" IN ('recorded', 'asked');
