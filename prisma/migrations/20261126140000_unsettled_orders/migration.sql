-- What schema.prisma cannot say.

-- Payments of orders that may still be charged: while a customer has one, no other order of theirs is taken.
CREATE INDEX "payment_order_open" ON "payment"("store_id", "customer_id") WHERE "subscription_id" IS NULL AND "state" IN ('recorded', 'asked');
