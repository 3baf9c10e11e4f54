-- An order keeps the address that it was placed with, and a parcel that of the moment it was sent: a frozen copy, one per customer and
-- content. Triggers put it in the place of the address given, so that no way of writing an order or a parcel goes without.
ALTER TABLE "address" ADD COLUMN "frozen_key" TEXT;

-- A copy says what the address said, be it from before the CHECK.
ALTER TABLE "address"
  DROP CONSTRAINT "address_country_check",
  ADD CONSTRAINT "address_country_check" CHECK ("frozen_key" IS NOT NULL OR "country" ~ '^[A-Z]{2}$') NOT VALID;

-- CreateIndex
CREATE UNIQUE INDEX "address_store_id_customer_id_frozen_key_key" ON "address"("store_id", "customer_id", "frozen_key");

-- Names what an address says, to a reader of all its columns.
CREATE FUNCTION "address_content"("of" "address") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array("of"."to", "of"."company", "of"."street", "of"."unit", "of"."city", "of"."state",
    "of"."zip_code", "of"."country", "of"."phone_number", "of"."icon", "of"."status", "of"."status_message")::text, 'UTF8')), 'hex')
$$;

-- Of two transactions that freeze the same content at once the second waits for the first, and then finds its row.
CREATE FUNCTION "freeze_address"("of_store" BIGINT, "of_address" BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  "live" "address";
  "content" TEXT;
  "frozen" BIGINT;
BEGIN
  SELECT * INTO "live" FROM "address" WHERE "store_id" = "of_store" AND "id" = "of_address";
  IF NOT FOUND OR "live"."frozen_key" IS NOT NULL THEN
    RETURN "of_address";
  END IF;
  "content" := "address_content"("live");
  SELECT "id" INTO "frozen" FROM "address"
  WHERE "store_id" = "of_store" AND "customer_id" = "live"."customer_id" AND "frozen_key" = "content";
  IF FOUND THEN
    RETURN "frozen";
  END IF;
  INSERT INTO "address" ("store_id", "customer_id", "to", "company", "street", "unit", "city", "state", "zip_code", "country",
    "phone_number", "icon", "status", "status_message", "frozen_key")
  VALUES ("live"."store_id", "live"."customer_id", "live"."to", "live"."company", "live"."street", "live"."unit", "live"."city",
    "live"."state", "live"."zip_code", "live"."country", "live"."phone_number", "live"."icon", "live"."status",
    "live"."status_message", "content")
  ON CONFLICT ("store_id", "customer_id", "frozen_key") DO NOTHING RETURNING "id" INTO "frozen";
  IF NOT FOUND THEN
    SELECT "id" INTO "frozen" FROM "address"
    WHERE "store_id" = "of_store" AND "customer_id" = "live"."customer_id" AND "frozen_key" = "content";
  END IF;
  RETURN "frozen";
END $$;

CREATE FUNCTION "freeze_order_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."address_id" := "freeze_address"(NEW."store_id", NEW."address_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "order_address_frozen" BEFORE INSERT OR UPDATE OF "address_id" ON "order"
  FOR EACH ROW WHEN (NEW."address_id" IS NOT NULL) EXECUTE FUNCTION "freeze_order_address"();

CREATE FUNCTION "freeze_ship_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."ship_address_id" := "freeze_address"(NEW."store_id", NEW."ship_address_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "shipment_address_frozen" BEFORE INSERT OR UPDATE OF "ship_address_id", "status" ON "shipment"
  FOR EACH ROW WHEN (NEW."status" = 'shipped') EXECUTE FUNCTION "freeze_ship_address"();

CREATE FUNCTION "refuse_frozen_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Address % of store % is frozen.', OLD."id", OLD."store_id" USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "address_stays_frozen" BEFORE UPDATE ON "address"
  FOR EACH ROW WHEN (OLD."frozen_key" IS NOT NULL) EXECUTE FUNCTION "refuse_frozen_change"();

-- Orders and parcels from before keep what their address says today.
WITH "used" AS (
  SELECT "store_id", "address_id" AS "id" FROM "order" WHERE "address_id" IS NOT NULL
  UNION SELECT "store_id", "ship_address_id" FROM "shipment" WHERE "status" = 'shipped'
), "copied" AS MATERIALIZED (
  SELECT "store_id", "id", "freeze_address"("store_id", "id") AS "frozen" FROM "used"
), "placed" AS (
  UPDATE "order" SET "address_id" = "frozen" FROM "copied"
  WHERE "order"."store_id" = "copied"."store_id" AND "order"."address_id" = "copied"."id"
)
UPDATE "shipment" SET "ship_address_id" = "frozen" FROM "copied"
WHERE "shipment"."store_id" = "copied"."store_id" AND "ship_address_id" = "copied"."id" AND "status" = 'shipped';
