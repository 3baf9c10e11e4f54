-- A webhook whose deliveries fail is tried once a minute, and all that waits is tried again after the first that is taken.
ALTER TABLE "webhook" ADD COLUMN "probe_at" TIMESTAMPTZ(0), ADD COLUMN "recovered_at" TIMESTAMPTZ(0);
ALTER TABLE "webhook_delivery" ADD COLUMN "scheduled_at" TIMESTAMPTZ(0);

-- Those that fail by now.
UPDATE "webhook" SET "probe_at" = now() WHERE "disabled_at" IS NULL AND EXISTS (
  SELECT 1 FROM "webhook_delivery" AS delivery WHERE delivery."store_id" = "webhook"."store_id" AND delivery."webhook_id" = "webhook"."id"
    AND delivery."state" IN ('waiting', 'sending') AND delivery."tries" > 0);
