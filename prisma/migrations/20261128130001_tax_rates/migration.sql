-- CreateEnum
CREATE TYPE "TaxIdStatus" AS ENUM ('unchecked', 'valid', 'invalid', 'unavailable');

-- AlterTable
ALTER TABLE "store"
  ADD COLUMN "prices_include_tax" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "dispatch_country" TEXT,
  ADD COLUMN "shipping_tax_class" TEXT,
  ADD COLUMN "tax_exempt_text" TEXT,
  ADD COLUMN "keeps_gross" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "untaxed_with_number" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "product" ADD COLUMN "tax_class" TEXT NOT NULL DEFAULT 'standard';

-- AlterTable
ALTER TABLE "customer"
  ADD COLUMN "tax_id" TEXT,
  ADD COLUMN "tax_id_country" TEXT,
  ADD COLUMN "tax_id_status" "TaxIdStatus",
  ADD COLUMN "tax_id_checked_at" TIMESTAMPTZ(0),
  ADD COLUMN "tax_id_answer" TEXT;

-- CreateTable
CREATE TABLE "tax_rate" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "tax_class" TEXT NOT NULL DEFAULT 'standard',
    "rate" INTEGER NOT NULL,
    "taxes_shipping" BOOLEAN NOT NULL DEFAULT true,
    "valid_from" TIMESTAMPTZ(0) NOT NULL,
    "archived_at" TIMESTAMPTZ(0),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "tax_rate_store_id_country_idx" ON "tax_rate"("store_id", "country");

-- CreateIndex
CREATE INDEX "tax_rate_store_id_changed_in_id_idx" ON "tax_rate"("store_id", "changed_in", "id");

-- AddForeignKey
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

CREATE UNIQUE INDEX "tax_rate_store_id_country_region_tax_class_name_valid_from_key"
  ON "tax_rate"("store_id", "country", "region", "tax_class", "name", "valid_from") WHERE "archived_at" IS NULL;
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_rate_check" CHECK ("rate" BETWEEN 0 AND 100000);

CREATE TRIGGER "tax_rate_marked" BEFORE UPDATE ON "tax_rate"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "tax_rate_leaves_tombstones" AFTER DELETE ON "tax_rate" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "leave_tombstones"();
