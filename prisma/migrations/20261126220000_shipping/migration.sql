-- AlterTable
ALTER TABLE "shipment" ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "delivered_at" TIMESTAMPTZ(0),
ADD COLUMN     "returned_at" TIMESTAMPTZ(0),
ADD COLUMN     "tracking_url" TEXT;

-- AlterTable
ALTER TABLE "fulfillment" ADD COLUMN     "quantity" INTEGER NOT NULL DEFAULT 1;

-- A delivery has the quantity of its order line: that of its subscription, or of the line bought once that stands at the same place among
-- those of the same form.
WITH "line" AS (
  SELECT "store_id", "order_id", "product_instance_id" AS "instance_id", "subscription_id", "quantity",
    row_number() OVER (PARTITION BY "store_id", "order_id", "product_instance_id", "subscription_id" ORDER BY "id") AS "place"
  FROM "order_product"
), "delivery" AS (
  SELECT "store_id", "id", "order_id", "instance_id", "subscription_id",
    CASE WHEN "subscription_id" IS NULL
      THEN row_number() OVER (PARTITION BY "store_id", "order_id", "instance_id", "subscription_id" ORDER BY "id") ELSE 1 END AS "place"
  FROM "fulfillment"
)
UPDATE "fulfillment" SET "quantity" = "line"."quantity"
FROM "delivery" JOIN "line" ON "line"."store_id" = "delivery"."store_id" AND "line"."order_id" = "delivery"."order_id"
  AND ("line"."subscription_id" = "delivery"."subscription_id"
    OR "line"."subscription_id" IS NULL AND "delivery"."subscription_id" IS NULL AND "line"."instance_id" = "delivery"."instance_id"
      AND "line"."place" = "delivery"."place")
WHERE "fulfillment"."store_id" = "delivery"."store_id" AND "fulfillment"."id" = "delivery"."id"
  AND "fulfillment"."quantity" <> "line"."quantity" AND "line"."quantity" > 0;

ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_quantity" CHECK ("quantity" > 0);

-- A parcel is carried by whom its last label names.
UPDATE "shipment" SET "carrier" = "last"."carrier"
FROM (SELECT DISTINCT ON ("store_id", "shipment_id") "store_id", "shipment_id", "carrier" FROM "label"
  ORDER BY "store_id", "shipment_id", "id" DESC) AS "last"
WHERE "shipment"."store_id" = "last"."store_id" AND "shipment"."id" = "last"."shipment_id";
