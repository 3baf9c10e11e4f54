-- CreateTable
CREATE TABLE "tombstone" (
    "store_id" BIGINT NOT NULL,
    "record_type" TEXT NOT NULL,
    "record_id" BIGINT NOT NULL,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),
    "deleted_at" TIMESTAMPTZ(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tombstone_pkey" PRIMARY KEY ("store_id","record_type","record_id")
);

-- CreateIndex
CREATE INDEX "tombstone_store_id_record_type_changed_in_idx" ON "tombstone"("store_id", "record_type", "changed_in");

-- CreateIndex
CREATE INDEX "tombstone_deleted_at_idx" ON "tombstone"("deleted_at");

-- AddForeignKey
ALTER TABLE "tombstone" ADD CONSTRAINT "tombstone_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- Each deletion leaves its record's id, whatever deletes it.
CREATE FUNCTION "leave_tombstones"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "tombstone" ("store_id", "record_type", "record_id") SELECT "store_id", TG_TABLE_NAME, "id" FROM "gone"
  ON CONFLICT ("store_id", "record_type", "record_id")
  DO UPDATE SET "changed_in" = EXCLUDED."changed_in", "deleted_at" = EXCLUDED."deleted_at";
  RETURN NULL;
END $$;
DO $$
DECLARE
  "marked" TEXT;
BEGIN
  FOREACH "marked" IN ARRAY ARRAY[
    'customer', 'product', 'product_instance', 'product_inventory', 'coupon', 'subscription', 'order', 'transaction', 'shipment', 'refund',
    'credit_entry', 'inventory_movement'
  ] LOOP
    EXECUTE format(
      'CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "leave_tombstones"()',
      "marked" || '_leaves_tombstones', "marked"
    );
  END LOOP;
END $$;

-- Metadata marks the record that it is kept on. A row that the transaction has marked is not written again.
CREATE FUNCTION "mark_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "kept" "metadata" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF "kept"."order_id" IS NOT NULL THEN
    PERFORM "mark_order"("kept"."store_id", "kept"."order_id");
  ELSIF "kept"."product_id" IS NOT NULL THEN
    PERFORM "mark_product"("kept"."store_id", "kept"."product_id");
  ELSIF "kept"."subscription_id" IS NOT NULL THEN
    UPDATE "subscription" SET "updated_at" = now(), "changed_in" = "this_transaction"()
    WHERE "store_id" = "kept"."store_id" AND "id" = "kept"."subscription_id" AND "changed_in" <> "this_transaction"();
  ELSIF "kept"."customer_id" IS NOT NULL THEN
    UPDATE "customer" SET "updated_at" = now(), "changed_in" = "this_transaction"()
    WHERE "store_id" = "kept"."store_id" AND "id" = "kept"."customer_id" AND "changed_in" <> "this_transaction"();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "metadata_marks_owner_added" AFTER INSERT OR DELETE ON "metadata" FOR EACH ROW EXECUTE FUNCTION "mark_owner"();
CREATE TRIGGER "metadata_marks_owner" AFTER UPDATE ON "metadata"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_owner"();

-- A count of stock shows the stock keeping unit of its instance.
CREATE FUNCTION "mark_inventory_of"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "product_inventory" SET "updated_at" = now(), "changed_in" = "this_transaction"()
  WHERE "store_id" = NEW."store_id" AND "product_instance_id" = NEW."id" AND "changed_in" <> "this_transaction"();
  RETURN NULL;
END $$;
CREATE TRIGGER "product_instance_marks_inventory" AFTER UPDATE OF "sku" ON "product_instance"
  FOR EACH ROW WHEN (OLD."sku" IS DISTINCT FROM NEW."sku") EXECUTE FUNCTION "mark_inventory_of"();

-- A constant that was computed from an immutable function outlives its replacement; one that was inlined from a stable function does not.
CREATE OR REPLACE FUNCTION "begin_epoch_of_marks"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "marked" TEXT := (
    SELECT string_agg("attrelid"::regclass::text, ', ' ORDER BY "relname") FROM "pg_attribute" JOIN "pg_class" ON "pg_class"."oid" = "attrelid"
    WHERE "attname" = 'changed_in' AND "relkind" = 'r' AND "relnamespace" = current_schema()::regnamespace
  );
BEGIN
  EXECUTE format('LOCK TABLE %s IN SHARE MODE', "marked");
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION "epoch_start"() RETURNS BIGINT LANGUAGE sql STABLE AS $body$ SELECT %s::bigint $body$',
    NEW."epoch" * 1000000000000
  );
  RETURN NULL;
END $$;
UPDATE "installation" SET "epoch" = "epoch";
