-- What schema.prisma cannot say.

-- The entries of the log that have been kept long enough are deleted, refused writes sooner than those that were done.
CREATE INDEX "log_entry_done_idx" ON "log_entry"("created_at") WHERE "refused_by" IS NULL;
CREATE INDEX "log_entry_refused_idx" ON "log_entry"("created_at") WHERE "refused_by" IS NOT NULL;

-- A key is now claimed in its write's own transaction, so that one without an outcome waits for a payment. Those that a crash
-- left without either would wait for ever.
DELETE FROM "idempotency_key" AS "left" WHERE "outcome" IS NULL AND NOT EXISTS (
  SELECT 1 FROM "payment" WHERE "state" = 'recorded'
    AND "plan" #>> '{claim,credential}' = "left"."credential" AND "plan" #>> '{claim,key}' = "left"."key"
);
