-- A payment is written three times, most of them without a subscription or a cart, and twice before they have an order.
DROP INDEX "payment_store_id_subscription_id_attempt_idx";
CREATE INDEX "payment_subscription" ON "payment" ("store_id", "subscription_id", "attempt") WHERE "subscription_id" IS NOT NULL;
DROP INDEX "payment_store_id_order_id_idx";
CREATE INDEX "payment_order" ON "payment" ("store_id", "order_id") WHERE "order_id" IS NOT NULL;
DROP INDEX "payment_store_id_cart_id_idx";
CREATE INDEX "payment_cart" ON "payment" ("store_id", "cart_id") WHERE "cart_id" IS NOT NULL;
DROP INDEX "payment_under_way_key";
CREATE UNIQUE INDEX "payment_under_way_key" ON "payment" ("store_id", "subscription_id")
  WHERE "subscription_id" IS NOT NULL AND "state" IN ('recorded', 'asked', 'given_up');
DROP INDEX "payment_cart_under_way_key";
CREATE UNIQUE INDEX "payment_cart_under_way_key" ON "payment" ("store_id", "cart_id")
  WHERE "cart_id" IS NOT NULL AND "state" IN ('recorded', 'asked', 'given_up');
