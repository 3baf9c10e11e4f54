-- Subscriptions that are due at the same time are claimed by their ids, of which there may be as many as were imported to one midnight.
-- Said in the same words where it is asked for (src/worker/due.ts).
DROP INDEX "subscription_due";
CREATE INDEX "subscription_due" ON "subscription" ("store_id", (
  CASE "status" WHEN 'active' THEN "end_date" WHEN 'past_due' THEN "next_try_at" WHEN 'suspended' THEN "paused_until"
    WHEN 'cancelled' THEN CASE WHEN "cancelled_at" >= "end_date" THEN NULL ELSE "end_date" END END
), "id") WHERE "status" IN ('active', 'cancelled', 'past_due', 'suspended');
