-- Whoever looks for what is to be sent looks at webhooks that are open alone, however many were deleted and are still kept.
CREATE INDEX "webhook_open" ON "webhook"("store_id", "id") WHERE "disabled_at" IS NULL;

-- What waits for a webhook that is deleted is given up when it is deleted; now also where that was before.
UPDATE "webhook_delivery" SET "state" = 'failed', "next_try_at" = NULL, "fault" = coalesce("fault", 'The webhook was deleted.')
FROM "webhook"
WHERE "webhook"."store_id" = "webhook_delivery"."store_id" AND "webhook"."id" = "webhook_delivery"."webhook_id"
  AND "webhook"."deleted_at" IS NOT NULL AND "webhook_delivery"."state" IN ('waiting', 'sending');
