-- Deliveries whose pieces are still on the shelf, by instance and day. Said in the same words where they are asked for
-- (src/resources/inventory/coming.ts). First deliveries took theirs when they were paid for, and are not in it.
CREATE INDEX "fulfillment_coming" ON "fulfillment" ("store_id", "instance_id", "adjusted_fulfillment_date", "id") INCLUDE ("quantity", "taken")
  WHERE "status" = 'open' AND NOT "on_hold" AND "taken" < "quantity";

-- Subscriptions that renew by themselves, by what they send and when.
CREATE INDEX "subscription_renewing" ON "subscription" ("store_id", "product_instance_id", "end_date", "id")
  WHERE "status" = 'active' AND "autorenew" AND NOT "is_gift";
