-- A claim is for what is due then: by a test clock the next may be due before it has run out.
ALTER TABLE "subscription" ADD COLUMN "claimed_for" TIMESTAMPTZ(0);

-- The clock of a store is real time, or one for tests: which, is chosen when the store is made.
ALTER TABLE "store"
  ADD COLUMN "has_test_clock" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "clock_now" TIMESTAMPTZ(0),
  ADD COLUMN "clock_target" TIMESTAMPTZ(0),
  -- The clock of a real store cannot be moved, and none is moved back.
  ADD CONSTRAINT "store_clock_now_check" CHECK ("clock_now" IS NULL OR "has_test_clock"),
  ADD CONSTRAINT "store_clock_target_check" CHECK ("clock_target" IS NULL OR ("clock_now" IS NOT NULL AND "clock_target" >= "clock_now"));
