ALTER TABLE "store" ADD COLUMN "abandoned_after_hours" INTEGER DEFAULT 4;
ALTER TABLE "cart" ADD COLUMN "abandoned_at" TIMESTAMPTZ(0);
-- Carts that may still be announced as abandoned, and open ones by their age: `findAbandoned` and `forgetOldCarts` have the same words.
CREATE INDEX "cart_unannounced" ON "cart"("store_id", "changed_at") WHERE NOT "completed" AND "abandoned_at" IS NULL AND "changed_at" IS NOT NULL;
CREATE INDEX "cart_open" ON "cart"("changed_at") WHERE "order_id" IS NULL AND "changed_at" IS NOT NULL;
