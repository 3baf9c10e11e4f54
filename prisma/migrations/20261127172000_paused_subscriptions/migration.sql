-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "paused_at" TIMESTAMPTZ(0),
ADD COLUMN     "paused_until" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "fulfillment" ADD COLUMN     "on_hold" BOOLEAN NOT NULL DEFAULT false;

-- A paused subscription is due when it resumes. Said in the same words where it is asked for (src/worker/due.ts).
DROP INDEX "subscription_due";
CREATE INDEX "subscription_due" ON "subscription" ("store_id", (
  CASE "status" WHEN 'active' THEN "end_date" WHEN 'past_due' THEN "next_try_at" WHEN 'suspended' THEN "paused_until"
    WHEN 'cancelled' THEN CASE WHEN "cancelled_at" >= "end_date" THEN NULL ELSE "end_date" END END
)) WHERE "status" IN ('active', 'cancelled', 'past_due', 'suspended');

-- The unsent deliveries of a subscription wait as long as it is paused, whatever changes its status.
CREATE FUNCTION "hold_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."status" = 'suspended' THEN
    UPDATE "fulfillment" SET "on_hold" = true
    WHERE "store_id" = NEW."store_id" AND "subscription_id" = NEW."id" AND "status" = 'open' AND NOT "on_hold";
  ELSE
    UPDATE "fulfillment" SET "on_hold" = false
    WHERE "store_id" = NEW."store_id" AND "subscription_id" = NEW."id" AND "on_hold";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "subscription_holds_deliveries" AFTER UPDATE OF "status" ON "subscription"
  FOR EACH ROW WHEN ((OLD."status" = 'suspended') <> (NEW."status" = 'suspended')) EXECUTE FUNCTION "hold_deliveries"();

UPDATE "fulfillment" SET "on_hold" = true FROM "subscription"
WHERE "subscription"."store_id" = "fulfillment"."store_id" AND "subscription"."id" = "fulfillment"."subscription_id"
  AND "subscription"."status" = 'suspended' AND "fulfillment"."status" = 'open';
