-- The page of the gateway on which a customer confirms or pays; its card is known once it is finished.
ALTER TABLE "payment" ALTER COLUMN "payment_method_id" DROP NOT NULL;
ALTER TABLE "payment" ADD COLUMN "action_url" TEXT, ADD COLUMN "waits_until" TIMESTAMPTZ(3);

-- A payment that waits is one under way.
DROP INDEX "payment_under_way_key";
CREATE UNIQUE INDEX "payment_under_way_key" ON "payment"("store_id", "subscription_id") WHERE "state" IN ('recorded', 'asked', 'given_up', 'waiting');
DROP INDEX "payment_cart_under_way_key";
CREATE UNIQUE INDEX "payment_cart_under_way_key" ON "payment"("store_id", "cart_id") WHERE "state" IN ('recorded', 'asked', 'given_up', 'waiting');

-- When a page is to be opened for a renewal that wants its customer.
ALTER TABLE "subscription" ADD COLUMN "page_due_at" TIMESTAMPTZ(3);
CREATE INDEX "subscription_page_due" ON "subscription"("page_due_at") WHERE "page_due_at" IS NOT NULL;

-- Clients read nothing of it, so that it marks no subscription as changed.
CREATE OR REPLACE FUNCTION "mark_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "subscription" := NEW;
BEGIN
  "shown"."anchor_day" := OLD."anchor_day";
  "shown"."claimed_for" := OLD."claimed_for";
  "shown"."claimed_until" := OLD."claimed_until";
  "shown"."page_due_at" := OLD."page_due_at";
  "shown"."payment_under_way" := OLD."payment_under_way";
  "shown"."renewal_noticed_for" := OLD."renewal_noticed_for";
  "shown"."unpaid_order_id" := OLD."unpaid_order_id";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := "this_transaction"();
  END IF;
  RETURN NEW;
END $$;
