-- A line keeps what it came to, and an order which coupons lowered it (src/purchases/line-sums.ts).
ALTER TABLE "order" ADD COLUMN "tax_included" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "order_product"
  ADD COLUMN "discount" BIGINT,
  ADD COLUMN "shipping" BIGINT,
  ADD COLUMN "tax" BIGINT,
  ADD COLUMN "tax_lines" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "charged" BIGINT;

-- CreateTable
CREATE TABLE "order_coupon" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "coupon_id" BIGINT NOT NULL,
    "code_used" TEXT NOT NULL,

    CONSTRAINT "order_coupon_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "order_coupon_store_id_coupon_id_idx" ON "order_coupon"("store_id", "coupon_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_coupon_store_id_order_id_coupon_id_key" ON "order_coupon"("store_id", "order_id", "coupon_id");

-- AddForeignKey
ALTER TABLE "order_coupon" ADD CONSTRAINT "order_coupon_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_coupon" ADD CONSTRAINT "order_coupon_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Lines of before get the stored totals, spread by largest remainder: of equal remainders the earlier line is first. What has no price shares alike.
WITH "line" AS (
  SELECT "line"."store_id", "line"."id", "order_id", "line"."total"::numeric, "total_discount"::numeric, "total_shipping"::numeric,
    "total_tax"::numeric, sum("line"."total") OVER "whole" AS "sum", count(*) OVER "whole" AS "lines"
  FROM "order_product" AS "line"
  JOIN "order" ON "order"."store_id" = "line"."store_id" AND "order"."id" = "line"."order_id"
  WINDOW "whole" AS (PARTITION BY "line"."store_id", "order_id")
), "weighed" AS (
  SELECT *, CASE WHEN "sum" = 0 THEN 1 ELSE "total" END AS "weight", CASE WHEN "sum" = 0 THEN "lines" ELSE "sum" END AS "weights" FROM "line"
), "first" AS (
  SELECT *, div("total_discount" * "weight", "weights") AS "least_discount", div("total_shipping" * "weight", "weights") AS "least_shipping",
    row_number() OVER (PARTITION BY "store_id", "order_id" ORDER BY mod("total_discount" * "weight", "weights") DESC, "id") AS "discount_place",
    row_number() OVER (PARTITION BY "store_id", "order_id" ORDER BY mod("total_shipping" * "weight", "weights") DESC, "id") AS "shipping_place"
  FROM "weighed"
), "reduced" AS (
  SELECT *,
    "least_discount" + ("discount_place" <= "total_discount" - sum("least_discount") OVER "whole")::int AS "discount",
    "least_shipping" + ("shipping_place" <= "total_shipping" - sum("least_shipping") OVER "whole")::int AS "shipping"
  FROM "first" WINDOW "whole" AS (PARTITION BY "store_id", "order_id")
), "taxable" AS (
  SELECT *, CASE WHEN "left" = 0 THEN 1 ELSE "total" - "discount" END AS "tax_weight",
    CASE WHEN "left" = 0 THEN "lines" ELSE "left" END AS "tax_weights"
  FROM (SELECT *, sum("total" - "discount") OVER (PARTITION BY "store_id", "order_id") AS "left" FROM "reduced") AS "left"
), "second" AS (
  SELECT *, div("total_tax" * "tax_weight", "tax_weights") AS "least_tax",
    row_number() OVER (PARTITION BY "store_id", "order_id" ORDER BY mod("total_tax" * "tax_weight", "tax_weights") DESC, "id") AS "tax_place"
  FROM "taxable"
), "spread" AS (
  SELECT *, "least_tax" + ("tax_place" <= "total_tax" - sum("least_tax") OVER (PARTITION BY "store_id", "order_id"))::int AS "tax" FROM "second"
)
UPDATE "order_product" SET "discount" = "spread"."discount", "shipping" = "spread"."shipping", "tax" = "spread"."tax",
  "charged" = "spread"."total" - "spread"."discount" + "spread"."shipping" + "spread"."tax"
FROM "spread" WHERE "order_product"."store_id" = "spread"."store_id" AND "order_product"."id" = "spread"."id";

ALTER TABLE "order_product"
  ALTER COLUMN "discount" SET NOT NULL,
  ALTER COLUMN "shipping" SET NOT NULL,
  ALTER COLUMN "tax" SET NOT NULL,
  ALTER COLUMN "charged" SET NOT NULL,
  ADD CONSTRAINT "order_product_discount_check" CHECK ("discount" >= 0) NOT VALID,
  ADD CONSTRAINT "order_product_shipping_check" CHECK ("shipping" >= 0) NOT VALID,
  ADD CONSTRAINT "order_product_tax_check" CHECK ("tax" >= 0) NOT VALID,
  ADD CONSTRAINT "order_product_charged_check" CHECK ("charged" >= 0) NOT VALID;

-- Of the coupons of earlier orders only those are known that wait for an order to be paid.
INSERT INTO "order_coupon" ("store_id", "order_id", "coupon_id", "code_used")
SELECT "store_id", "unpaid_order_id", "coupon_id", "code_used" FROM "subscription_coupon" WHERE "unpaid_order_id" IS NOT NULL
ORDER BY "store_id", "id" ON CONFLICT DO NOTHING;
