ALTER TABLE "payment" ADD COLUMN "cart_id" BIGINT;
ALTER TABLE "payment" ADD CONSTRAINT "payment_store_id_cart_id_fkey" FOREIGN KEY ("store_id", "cart_id") REFERENCES "cart"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
CREATE INDEX "payment_store_id_cart_id_idx" ON "payment"("store_id", "cart_id");
-- Of a cart one payment may be charged at a time.
CREATE UNIQUE INDEX "payment_cart_under_way_key" ON "payment"("store_id", "cart_id") WHERE "state" IN ('recorded', 'asked', 'given_up');
