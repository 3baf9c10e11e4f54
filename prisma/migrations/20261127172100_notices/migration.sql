-- AlterTable
ALTER TABLE "store" ADD COLUMN     "expiries_looked_at" TIMESTAMPTZ(0),
ADD COLUMN     "renewal_notice_days" INTEGER DEFAULT 3;

-- AlterTable
ALTER TABLE "payment_method" ADD COLUMN     "expiry_noticed_for" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "renewal_noticed_for" TIMESTAMPTZ(0);

-- Renewals that are still to be announced, by their dates. Said in the same words where they are asked for (src/worker/announced.ts).
CREATE INDEX "subscription_unannounced" ON "subscription" ("store_id", "end_date")
  WHERE "status" = 'active' AND "autorenew" AND NOT "is_gift" AND "renewal_noticed_for" IS DISTINCT FROM "end_date";

-- Payment methods whose expiry is still to be announced, by when they run out. Said in the same words there.
CREATE INDEX "payment_method_unannounced" ON "payment_method" ("store_id", (
  CASE WHEN "exp_month" BETWEEN 1 AND 12 AND "exp_year" BETWEEN 1900 AND 9000
    THEN (make_date("exp_year", "exp_month", 1) + interval '1 month') AT TIME ZONE 'UTC' END
), "id") WHERE "archived_at" IS NULL AND "expiry_noticed_for" IS DISTINCT FROM (
  CASE WHEN "exp_month" BETWEEN 1 AND 12 AND "exp_year" BETWEEN 1900 AND 9000
    THEN (make_date("exp_year", "exp_month", 1) + interval '1 month') AT TIME ZONE 'UTC' END
);

-- The announcement is no change that somebody reads.
CREATE OR REPLACE FUNCTION "mark_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."anchor_day" := NEW."anchor_day";
  OLD."claimed_for" := NEW."claimed_for";
  OLD."claimed_until" := NEW."claimed_until";
  OLD."payment_under_way" := NEW."payment_under_way";
  OLD."renewal_noticed_for" := NEW."renewal_noticed_for";
  OLD."unpaid_order_id" := NEW."unpaid_order_id";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
