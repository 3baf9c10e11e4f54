-- Ended subscriptions with credit are due when their time is over, which then becomes their customer's: those that ended before it did, or were
-- given credit later. Said in the same words where it is asked for (src/worker/due.ts).
DROP INDEX "subscription_due";
CREATE INDEX "subscription_due" ON "subscription" ("store_id", (
  CASE "status" WHEN 'active' THEN "end_date" WHEN 'past_due' THEN "next_try_at" WHEN 'suspended' THEN "paused_until"
    WHEN 'cancelled' THEN CASE WHEN "cancelled_at" IS NULL OR "cancelled_at" < "end_date" OR "credit" > 0 AND "unpaid_order_id" IS NULL THEN "end_date" END
    WHEN 'expired' THEN CASE WHEN "credit" > 0 AND "unpaid_order_id" IS NULL THEN "end_date" END END
), "id") WHERE "status" IN ('active', 'cancelled', 'past_due', 'suspended') OR "status" = 'expired' AND "credit" > 0 AND "unpaid_order_id" IS NULL;
