-- Whether a count is low is a column that the database keeps, so that what is low is found by an index. No row is marked as changed. The
-- column is not generated, since the conditions of the table's triggers compare whole rows.
ALTER TABLE "product_inventory" ADD COLUMN     "is_low" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "product_inventory" DISABLE TRIGGER USER;
UPDATE "product_inventory" SET "is_low" = true WHERE "track_inventory" AND "quantity_on_hand" <= COALESCE("low_stock_at", 0);
ALTER TABLE "product_inventory" ENABLE TRIGGER USER;

CREATE FUNCTION "product_inventory_is_low"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."is_low" := NEW."track_inventory" AND NEW."quantity_on_hand" <= COALESCE(NEW."low_stock_at", 0);
  RETURN NEW;
END $$;
CREATE TRIGGER "product_inventory_is_low" BEFORE INSERT OR UPDATE OF "track_inventory", "quantity_on_hand", "low_stock_at" ON "product_inventory"
  FOR EACH ROW EXECUTE FUNCTION "product_inventory_is_low"();

-- CreateIndex
CREATE INDEX "product_inventory_store_id_is_low_id_idx" ON "product_inventory"("store_id", "is_low", "id");
