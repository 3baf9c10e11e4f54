-- Customers, their addresses and their payment methods are archived: the e-mail address of an archived customer comes free, and restoring
-- the customer asks for it again.
ALTER TABLE "customer" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
ALTER TABLE "address" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
ALTER TABLE "payment_method" ADD COLUMN "archived_at" TIMESTAMPTZ(0);

DROP INDEX "customer_store_id_email_key_email_repetition_key";
CREATE UNIQUE INDEX "customer_store_id_email_key_email_repetition_key" ON "customer"("store_id", "email_key", "email_repetition") WHERE "archived_at" IS NULL;
CREATE INDEX "customer_store_id_email_key_idx" ON "customer"("store_id", "email_key");

-- A customer has one default payment method: of several the oldest, which was the one charged.
UPDATE "payment_method" AS "later" SET "is_default" = false
WHERE "is_default" AND EXISTS (
  SELECT FROM "payment_method" AS "earlier"
  WHERE "earlier"."store_id" = "later"."store_id" AND "earlier"."customer_id" = "later"."customer_id"
    AND "earlier"."is_default" AND "earlier"."id" < "later"."id"
);
CREATE UNIQUE INDEX "payment_method_store_id_customer_id_default_key" ON "payment_method"("store_id", "customer_id") WHERE "is_default";
