-- Metadata of orders and products: the same records as of customers, subscriptions and carts.
ALTER TABLE "metadata" ADD COLUMN "order_id" BIGINT, ADD COLUMN "product_id" BIGINT;

-- The expression of a generated column cannot be changed: the columns are made again, with the same values.
ALTER TABLE "metadata_entry" DROP CONSTRAINT "metadata_entry_store_id_owner_type_owner_id_fkey";
ALTER TABLE "metadata"
  DROP COLUMN "owner_type",
  DROP COLUMN "owner_id",
  DROP CONSTRAINT "metadata_one_owner",
  ADD CONSTRAINT "metadata_one_owner" CHECK (num_nonnulls("customer_id", "subscription_id", "cart_id", "order_id", "product_id") = 1);
ALTER TABLE "metadata"
  ADD COLUMN "owner_type" "OwnerType" NOT NULL GENERATED ALWAYS AS (
    CASE WHEN "customer_id" IS NOT NULL THEN 'customer'::"OwnerType"
         WHEN "subscription_id" IS NOT NULL THEN 'subscription'::"OwnerType"
         WHEN "cart_id" IS NOT NULL THEN 'cart'::"OwnerType"
         WHEN "order_id" IS NOT NULL THEN 'order'::"OwnerType"
         ELSE 'product'::"OwnerType" END
  ) STORED,
  ADD COLUMN "owner_id" BIGINT NOT NULL GENERATED ALWAYS AS (
    COALESCE("customer_id", "subscription_id", "cart_id", "order_id", "product_id")
  ) STORED;
CREATE UNIQUE INDEX "metadata_store_id_owner_type_owner_id_key" ON "metadata"("store_id", "owner_type", "owner_id");
ALTER TABLE "metadata_entry" ADD CONSTRAINT "metadata_entry_store_id_owner_type_owner_id_fkey" FOREIGN KEY ("store_id", "owner_type", "owner_id") REFERENCES "metadata"("store_id", "owner_type", "owner_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "metadata_store_id_order_id_key" ON "metadata"("store_id", "order_id");
CREATE UNIQUE INDEX "metadata_store_id_product_id_key" ON "metadata"("store_id", "product_id");
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Labels of products become the key `labels` of their metadata.
INSERT INTO "metadata" ("store_id", "product_id", "data", "created_at", "updated_at")
SELECT "store_id", "id", jsonb_build_object('labels', "metadata"), date_trunc('second', now()), date_trunc('second', now())
FROM "product" WHERE "metadata" NOT IN ('[]', '{}', 'null');
INSERT INTO "metadata_entry" ("store_id", "owner_type", "owner_id", "path")
SELECT "store_id", 'product', "product_id", 'labels' FROM "metadata" WHERE "product_id" IS NOT NULL;
INSERT INTO "metadata_entry" ("store_id", "owner_type", "owner_id", "path", "text")
SELECT "store_id", 'product', "product_id", 'labels.' || ("place" - 1), left("label" #>> '{}', 200)
FROM "metadata", LATERAL jsonb_array_elements("data" -> 'labels') WITH ORDINALITY AS "each" ("label", "place")
WHERE "product_id" IS NOT NULL AND jsonb_typeof("data" -> 'labels') = 'array' AND jsonb_typeof("label") = 'string';
ALTER TABLE "product" DROP COLUMN "metadata";
