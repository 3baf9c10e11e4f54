-- The time at which a subscription is due, by conditions: in an UPDATE Citus takes no CASE of a value. The same expression is in
-- src/purchases/subscription/due-sql.ts.
DROP INDEX "subscription_due";
CREATE INDEX "subscription_due" ON "subscription" ("store_id", (
  CASE WHEN "status" = 'active' THEN "end_date" WHEN "status" = 'past_due' THEN "next_try_at" WHEN "status" = 'suspended' THEN "paused_until"
    WHEN "status" = 'cancelled' THEN CASE WHEN "cancelled_at" IS NULL OR "cancelled_at" < "end_date" OR "credit" > 0 AND "unpaid_order_id" IS NULL THEN "end_date" END
    WHEN "status" = 'expired' THEN CASE WHEN "credit" > 0 AND "unpaid_order_id" IS NULL THEN "end_date" END END
), "id") WHERE "status" IN ('active', 'cancelled', 'past_due', 'suspended') OR "status" = 'expired' AND "credit" > 0 AND "unpaid_order_id" IS NULL;
