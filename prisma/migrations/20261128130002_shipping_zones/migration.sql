-- AlterEnum
ALTER TYPE "PastDueReason" ADD VALUE 'no_shipping_zone';

-- CreateTable
CREATE TABLE "shipping_zone" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT,
    "region" TEXT NOT NULL DEFAULT '',
    "postcode" TEXT NOT NULL DEFAULT '',
    "basis" TEXT NOT NULL DEFAULT 'weight',
    "free_from" BIGINT,
    "archived_at" TIMESTAMPTZ(0),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "shipping_zone_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "shipping_band" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "zone_id" BIGINT NOT NULL,
    "at_least" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "below" DOUBLE PRECISION,
    "price" BIGINT NOT NULL,

    CONSTRAINT "shipping_band_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "shipping_zone_store_id_changed_in_id_idx" ON "shipping_zone"("store_id", "changed_in", "id");

-- CreateIndex
CREATE INDEX "shipping_band_store_id_zone_id_idx" ON "shipping_band"("store_id", "zone_id");

-- AddForeignKey
ALTER TABLE "shipping_zone" ADD CONSTRAINT "shipping_zone_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipping_band" ADD CONSTRAINT "shipping_band_store_id_zone_id_fkey" FOREIGN KEY ("store_id", "zone_id") REFERENCES "shipping_zone"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

CREATE UNIQUE INDEX "shipping_zone_store_id_country_region_postcode_key"
  ON "shipping_zone"("store_id", coalesce("country", ''), "region", "postcode") WHERE "archived_at" IS NULL;
ALTER TABLE "shipping_zone" ADD CONSTRAINT "shipping_zone_basis_check" CHECK ("basis" IN ('weight', 'price'));
ALTER TABLE "shipping_zone" ADD CONSTRAINT "shipping_zone_free_from_check" CHECK ("free_from" >= 0);
ALTER TABLE "shipping_band" ADD CONSTRAINT "shipping_band_below_check" CHECK ("at_least" >= 0 AND "at_least" <= 1000000000000 AND "below" > "at_least" AND "below" <= 1000000000000);
ALTER TABLE "shipping_band" ADD CONSTRAINT "shipping_band_price_check" CHECK ("price" >= 0);

CREATE TRIGGER "shipping_zone_marked" BEFORE UPDATE ON "shipping_zone"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "shipping_zone_leaves_tombstones" AFTER DELETE ON "shipping_zone" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "leave_tombstones"();

-- A band that changes marks its zone.
CREATE FUNCTION "mark_zone"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "kept" "shipping_band" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  UPDATE "shipping_zone" SET "updated_at" = now(), "changed_in" = "this_transaction"()
  WHERE "store_id" = "kept"."store_id" AND "id" = "kept"."zone_id" AND "changed_in" <> "this_transaction"();
  RETURN NULL;
END $$;
CREATE TRIGGER "shipping_band_marks_zone" AFTER INSERT OR UPDATE OR DELETE ON "shipping_band" FOR EACH ROW EXECUTE FUNCTION "mark_zone"();
