-- CreateEnum
CREATE TYPE "InventoryMovementKind" AS ENUM ('taken', 'released', 'returned', 'received', 'corrected', 'opening');

-- CreateEnum
CREATE TYPE "InventoryMovementCause" AS ENUM ('payment', 'order', 'fulfillment', 'subscription', 'refund', 'adjustment', 'count');

-- AlterTable
ALTER TABLE "fulfillment" ADD COLUMN     "taken" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "product_inventory" ADD COLUMN     "low_stock_at" INTEGER;

-- CreateTable
CREATE TABLE "inventory_movement" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "kind" "InventoryMovementKind" NOT NULL,
    "quantity" INTEGER NOT NULL,
    "on_hand" INTEGER NOT NULL,
    "cause" "InventoryMovementCause" NOT NULL,
    "cause_id" BIGINT NOT NULL,
    "turn" INTEGER NOT NULL DEFAULT 1,
    "order_id" BIGINT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "inventory_movement_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "inventory_movement_store_id_product_instance_id_id_idx" ON "inventory_movement"("store_id", "product_instance_id", "id");

-- CreateIndex
CREATE INDEX "inventory_movement_store_id_order_id_id_idx" ON "inventory_movement"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "inventory_movement_store_id_changed_in_id_idx" ON "inventory_movement"("store_id", "changed_in", "id");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_movement_store_id_cause_cause_id_kind_product_ins_key" ON "inventory_movement"("store_id", "cause", "cause_id", "kind", "product_instance_id", "turn");

-- AddForeignKey
ALTER TABLE "inventory_movement" ADD CONSTRAINT "inventory_movement_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_movement" ADD CONSTRAINT "inventory_movement_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "product_inventory" ADD CONSTRAINT "product_inventory_low_stock_at_check" CHECK ("low_stock_at" >= 0);
ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_taken" CHECK ("taken" >= 0);
ALTER TABLE "inventory_movement" ADD CONSTRAINT "inventory_movement_quantity_check" CHECK (
  CASE WHEN "kind" = 'taken' THEN "quantity" < 0 WHEN "kind" IN ('released', 'returned', 'received') THEN "quantity" > 0 ELSE "quantity" <> 0 END
);
ALTER TABLE "inventory_movement" ADD CONSTRAINT "inventory_movement_turn_check" CHECK ("turn" >= 1);

CREATE FUNCTION "mark_inventory_movement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."turn" := NEW."turn";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "inventory_movement_marked" BEFORE UPDATE ON "inventory_movement"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_inventory_movement"();

-- The ledger begins with the counts that there are; a count of 0 needs no movement.
INSERT INTO "inventory_movement" ("id", "store_id", "product_instance_id", "kind", "quantity", "on_hand", "cause", "cause_id", "created_at")
SELECT stock."movement_id", stock."store_id", "product_instance_id", 'opening', "quantity_on_hand", "quantity_on_hand", 'count', "movement_id",
  date_trunc('second', coalesce("clock_now", now()))
FROM (SELECT *, nextval('inventory_movement_id_seq') AS "movement_id" FROM "product_inventory" WHERE "quantity_on_hand" <> 0) AS stock
JOIN "store" ON "store"."id" = stock."store_id";

-- The first delivery of a purchase took its pieces when it was paid for. Later ones that were sent before this took none, and their
-- counts were set by hand; those that are open take theirs when they are sent.
ALTER TABLE "fulfillment" DISABLE TRIGGER "fulfillment_marks_whole";
UPDATE "fulfillment" SET "taken" = "fulfillment"."quantity" FROM "product_inventory" AS stock
WHERE stock."store_id" = "fulfillment"."store_id" AND stock."product_instance_id" = "fulfillment"."instance_id" AND stock."track_inventory"
  AND ("fulfillment"."status" = 'fulfilled' OR "fulfillment"."cycle_number" = 1);
ALTER TABLE "fulfillment" ENABLE TRIGGER "fulfillment_marks_whole";

-- A count that was set, and has no movement to that effect, gets one: the sum of the movements is the count, however it was written.
-- Statements that take pieces or put them back insert their movements themselves, and this trigger sees them.
CREATE FUNCTION "correct_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "counted" BIGINT := coalesce((
    SELECT "on_hand" FROM "inventory_movement"
    WHERE "store_id" = NEW."store_id" AND "product_instance_id" = NEW."product_instance_id" ORDER BY "id" DESC LIMIT 1
  ), 0);
  "step" INTEGER;
BEGIN
  -- Two steps where the difference exceeds the column's range.
  WHILE "counted" <> NEW."quantity_on_hand" LOOP
    "step" := greatest(least(NEW."quantity_on_hand" - "counted", 2147483647), -2147483648);
    "counted" := "counted" + "step";
    INSERT INTO "inventory_movement" ("id", "store_id", "product_instance_id", "kind", "quantity", "on_hand", "cause", "cause_id", "created_at")
    SELECT movement."id", NEW."store_id", NEW."product_instance_id", 'corrected', "step", "counted", 'count', movement."id",
      date_trunc('second', coalesce((SELECT "clock_now" FROM "store" WHERE "id" = NEW."store_id"), now()))
    FROM (SELECT nextval('inventory_movement_id_seq') AS "id") AS movement;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "product_inventory_corrected_added" AFTER INSERT ON "product_inventory"
  FOR EACH ROW WHEN (NEW."quantity_on_hand" <> 0) EXECUTE FUNCTION "correct_stock"();
CREATE TRIGGER "product_inventory_corrected" AFTER UPDATE ON "product_inventory"
  FOR EACH ROW WHEN (OLD."quantity_on_hand" <> NEW."quantity_on_hand") EXECUTE FUNCTION "correct_stock"();
