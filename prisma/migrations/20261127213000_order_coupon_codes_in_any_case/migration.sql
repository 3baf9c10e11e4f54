-- Orders are found by the codes of their coupons in any case. The column is generated, which writes the table anew, fires no trigger, and
-- marks no order as changed.
ALTER TABLE "order_coupon" ADD COLUMN "code_used_key" TEXT NOT NULL GENERATED ALWAYS AS (lower("code_used" COLLATE "C")) STORED;

-- CreateIndex
CREATE INDEX "order_coupon_store_id_code_used_key_idx" ON "order_coupon"("store_id", "code_used_key");
