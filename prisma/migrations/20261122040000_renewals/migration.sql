-- A past due subscription says since when it is, how often its renewal failed, and when it is tried again.
ALTER TABLE "subscription"
  ADD COLUMN "past_due_at" TIMESTAMPTZ(0),
  ADD COLUMN "failed_renewals" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "next_try_at" TIMESTAMPTZ(0),
  ADD COLUMN "claimed_until" TIMESTAMPTZ(3);

-- Those that are past due already are left to be tried by hand: nobody chose a schedule for them.
UPDATE "subscription" SET "past_due_at" = "last_failed_renewal", "failed_renewals" = 1
WHERE "status" = 'past_due' AND "last_failed_renewal" IS NOT NULL;

-- When a failed renewal is tried again, in days since it first failed, and what becomes of it after thirty.
ALTER TABLE "store"
  ADD COLUMN "retry_days" INTEGER[] NOT NULL DEFAULT '{1,3,5,7,14}',
  ADD COLUMN "cancels_past_due" BOOLEAN NOT NULL DEFAULT false;

-- What is due of a store is found by when it is due; an index cannot know that of itself, so it is said in the same words where it
-- is asked for (src/worker/due.ts).
CREATE INDEX "subscription_due" ON "subscription" ("store_id", (
  CASE "status" WHEN 'active' THEN "end_date" WHEN 'cancelled' THEN "end_date" WHEN 'past_due' THEN "next_try_at" END
)) WHERE "status" IN ('active', 'cancelled', 'past_due');
