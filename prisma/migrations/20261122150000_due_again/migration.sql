-- What is due is due however late somebody looks, so that every entry of the index is to be done; one that was cancelled when its time
-- was over has no end to come. Said in the same words where it is asked for (src/worker/due.ts).
DROP INDEX "subscription_due";
CREATE INDEX "subscription_due" ON "subscription" ("store_id", (
  CASE "status" WHEN 'active' THEN "end_date" WHEN 'past_due' THEN "next_try_at"
    WHEN 'cancelled' THEN CASE WHEN "cancelled_at" >= "end_date" THEN NULL ELSE "end_date" END END
)) WHERE "status" IN ('active', 'cancelled', 'past_due');

-- Of what is over nothing is tried again.
UPDATE "subscription" SET "next_try_at" = NULL, "past_due_at" = NULL, "failed_renewals" = 0
WHERE "status" IN ('cancelled', 'expired') AND ("next_try_at" IS NOT NULL OR "past_due_at" IS NOT NULL OR "failed_renewals" <> 0);
