-- The key of every row becomes (store_id, id): ids are a store's own, so that a store can be moved in with its ids, and no plan
-- walks the rows of other stores. Where such an index is there already it becomes the key as it is, and links stay with it.

-- Idempotency keys belong to a store too: two stores may each have a customer of the same id.
ALTER TABLE "idempotency_key" ADD COLUMN "store_id" BIGINT;
UPDATE "idempotency_key" SET "store_id" = COALESCE(
  (SELECT "store_id" FROM "payment" WHERE "payment"."id" = "idempotency_key"."payment_id"),
  (SELECT "store_id" FROM "merchant_key"
    WHERE "client_id" = CASE WHEN "credential" LIKE 'key %' THEN substring("credential" FROM 5) END),
  (SELECT "store_id" FROM "customer"
    WHERE "customer"."id" = CASE WHEN "credential" ~ '^customer [0-9]{1,18}$' THEN substring("credential" FROM 10)::bigint END)
);
-- Of nobody who is there still: nobody can send it again.
DELETE FROM "idempotency_key" WHERE "store_id" IS NULL;
ALTER TABLE "idempotency_key" ALTER COLUMN "store_id" SET NOT NULL;
ALTER TABLE "idempotency_key" DROP CONSTRAINT "idempotency_key_payment_id_fkey";
DROP INDEX "idempotency_key_payment_id_idx";
ALTER TABLE "idempotency_key" DROP CONSTRAINT "idempotency_key_pkey";
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("store_id", "credential", "key");
CREATE INDEX "idempotency_key_store_id_payment_id_idx" ON "idempotency_key"("store_id", "payment_id");

-- The tables that links lead to have such an index.
ALTER TABLE "merchant_key" DROP CONSTRAINT "merchant_key_pkey";
ALTER TABLE "merchant_key" ADD CONSTRAINT "merchant_key_pkey" PRIMARY KEY USING INDEX "merchant_key_store_id_id_key";
ALTER TABLE "allowed_origin" DROP CONSTRAINT "allowed_origin_pkey";
ALTER TABLE "allowed_origin" ADD CONSTRAINT "allowed_origin_pkey" PRIMARY KEY USING INDEX "allowed_origin_store_id_id_key";
ALTER TABLE "customer" DROP CONSTRAINT "customer_pkey";
ALTER TABLE "customer" ADD CONSTRAINT "customer_pkey" PRIMARY KEY USING INDEX "customer_store_id_id_key";
ALTER TABLE "address" DROP CONSTRAINT "address_pkey";
ALTER TABLE "address" ADD CONSTRAINT "address_pkey" PRIMARY KEY USING INDEX "address_store_id_id_key";
ALTER TABLE "payment_method" DROP CONSTRAINT "payment_method_pkey";
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_pkey" PRIMARY KEY USING INDEX "payment_method_store_id_id_key";
ALTER TABLE "metadata" DROP CONSTRAINT "metadata_pkey";
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_pkey" PRIMARY KEY USING INDEX "metadata_store_id_id_key";
ALTER TABLE "product" DROP CONSTRAINT "product_pkey";
ALTER TABLE "product" ADD CONSTRAINT "product_pkey" PRIMARY KEY USING INDEX "product_store_id_id_key";
ALTER TABLE "product_billing" DROP CONSTRAINT "product_billing_pkey";
ALTER TABLE "product_billing" ADD CONSTRAINT "product_billing_pkey" PRIMARY KEY USING INDEX "product_billing_store_id_id_key";
ALTER TABLE "subscription_type" DROP CONSTRAINT "subscription_type_pkey";
ALTER TABLE "subscription_type" ADD CONSTRAINT "subscription_type_pkey" PRIMARY KEY USING INDEX "subscription_type_store_id_id_key";
ALTER TABLE "subscription_type_term" DROP CONSTRAINT "subscription_type_term_pkey";
ALTER TABLE "subscription_type_term" ADD CONSTRAINT "subscription_type_term_pkey" PRIMARY KEY USING INDEX "subscription_type_term_store_id_id_key";
ALTER TABLE "product_term_price" DROP CONSTRAINT "product_term_price_pkey";
ALTER TABLE "product_term_price" ADD CONSTRAINT "product_term_price_pkey" PRIMARY KEY USING INDEX "product_term_price_store_id_id_key";
ALTER TABLE "product_instance" DROP CONSTRAINT "product_instance_pkey";
ALTER TABLE "product_instance" ADD CONSTRAINT "product_instance_pkey" PRIMARY KEY USING INDEX "product_instance_store_id_id_key";
ALTER TABLE "product_variant_type" DROP CONSTRAINT "product_variant_type_pkey";
ALTER TABLE "product_variant_type" ADD CONSTRAINT "product_variant_type_pkey" PRIMARY KEY USING INDEX "product_variant_type_store_id_id_key";
ALTER TABLE "product_variant_value" DROP CONSTRAINT "product_variant_value_pkey";
ALTER TABLE "product_variant_value" ADD CONSTRAINT "product_variant_value_pkey" PRIMARY KEY USING INDEX "product_variant_value_store_id_id_key";
ALTER TABLE "product_inventory" DROP CONSTRAINT "product_inventory_pkey";
ALTER TABLE "product_inventory" ADD CONSTRAINT "product_inventory_pkey" PRIMARY KEY USING INDEX "product_inventory_store_id_id_key";
ALTER TABLE "coupon" DROP CONSTRAINT "coupon_pkey";
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_pkey" PRIMARY KEY USING INDEX "coupon_store_id_id_key";
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_pkey";
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_pkey" PRIMARY KEY USING INDEX "subscription_store_id_id_key";
ALTER TABLE "subscription_coupon" DROP CONSTRAINT "subscription_coupon_pkey";
ALTER TABLE "subscription_coupon" ADD CONSTRAINT "subscription_coupon_pkey" PRIMARY KEY USING INDEX "subscription_coupon_store_id_id_key";
ALTER TABLE "cart" DROP CONSTRAINT "cart_pkey";
ALTER TABLE "cart" ADD CONSTRAINT "cart_pkey" PRIMARY KEY USING INDEX "cart_store_id_id_key";
ALTER TABLE "order" DROP CONSTRAINT "order_pkey";
ALTER TABLE "order" ADD CONSTRAINT "order_pkey" PRIMARY KEY USING INDEX "order_store_id_id_key";
ALTER TABLE "product_survey" DROP CONSTRAINT "product_survey_pkey";
ALTER TABLE "product_survey" ADD CONSTRAINT "product_survey_pkey" PRIMARY KEY USING INDEX "product_survey_store_id_id_key";
ALTER TABLE "product_survey_field" DROP CONSTRAINT "product_survey_field_pkey";
ALTER TABLE "product_survey_field" ADD CONSTRAINT "product_survey_field_pkey" PRIMARY KEY USING INDEX "product_survey_field_store_id_id_key";
ALTER TABLE "product_survey_result" DROP CONSTRAINT "product_survey_result_pkey";
ALTER TABLE "product_survey_result" ADD CONSTRAINT "product_survey_result_pkey" PRIMARY KEY USING INDEX "product_survey_result_store_id_id_key";
ALTER TABLE "transaction" DROP CONSTRAINT "transaction_pkey";
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_pkey" PRIMARY KEY USING INDEX "transaction_store_id_id_key";
ALTER TABLE "shipment" DROP CONSTRAINT "shipment_pkey";
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_pkey" PRIMARY KEY USING INDEX "shipment_store_id_id_key";
ALTER TABLE "fulfillment" DROP CONSTRAINT "fulfillment_pkey";
ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_pkey" PRIMARY KEY USING INDEX "fulfillment_store_id_id_key";
ALTER TABLE "payment" DROP CONSTRAINT "payment_pkey";
ALTER TABLE "payment" ADD CONSTRAINT "payment_pkey" PRIMARY KEY USING INDEX "payment_store_id_id_key";

-- The others get one.
ALTER TABLE "metadata_entry" DROP CONSTRAINT "metadata_entry_pkey";
ALTER TABLE "metadata_entry" ADD CONSTRAINT "metadata_entry_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "product_image" DROP CONSTRAINT "product_image_pkey";
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "product_instance_variant" DROP CONSTRAINT "product_instance_variant_pkey";
ALTER TABLE "product_instance_variant" ADD CONSTRAINT "product_instance_variant_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "product_instance_subscription_type_term_price" DROP CONSTRAINT "product_instance_subscription_type_term_price_pkey";
ALTER TABLE "product_instance_subscription_type_term_price" ADD CONSTRAINT "product_instance_subscription_type_term_price_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "order_product" DROP CONSTRAINT "order_product_pkey";
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "product_survey_answer" DROP CONSTRAINT "product_survey_answer_pkey";
ALTER TABLE "product_survey_answer" ADD CONSTRAINT "product_survey_answer_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "label" DROP CONSTRAINT "label_pkey";
ALTER TABLE "label" ADD CONSTRAINT "label_pkey" PRIMARY KEY ("store_id", "id");
ALTER TABLE "log_entry" DROP CONSTRAINT "log_entry_pkey";
ALTER TABLE "log_entry" ADD CONSTRAINT "log_entry_pkey" PRIMARY KEY ("store_id", "id");

ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_store_id_payment_id_fkey" FOREIGN KEY ("store_id", "payment_id") REFERENCES "payment"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What was unique by an id alone is unique in its store; most have that index already.
DROP INDEX "metadata_customer_id_key";
DROP INDEX "metadata_subscription_id_key";
DROP INDEX "metadata_cart_id_key";
DROP INDEX "cart_order_id_key";
CREATE UNIQUE INDEX "metadata_entry_store_id_metadata_id_path_key" ON "metadata_entry"("store_id", "metadata_id", "path");
DROP INDEX "metadata_entry_metadata_id_path_key";
-- The one above begins with its columns.
DROP INDEX "metadata_entry_store_id_metadata_id_idx";

-- What schema.prisma cannot say.

CREATE UNIQUE INDEX "subscription_coupon_waiting" ON "subscription_coupon"("store_id", "subscription_id", "coupon_id") WHERE "applied_at" IS NULL;
DROP INDEX "subscription_coupon_waiting_key";
ALTER INDEX "subscription_coupon_waiting" RENAME TO "subscription_coupon_waiting_key";
CREATE UNIQUE INDEX "payment_under_way" ON "payment"("store_id", "subscription_id") WHERE "state" IN ('recorded', 'asked', 'given_up');
DROP INDEX "payment_under_way_key";
ALTER INDEX "payment_under_way" RENAME TO "payment_under_way_key";

-- Where the first of several gives an address up, the next one of its store holds it.
CREATE OR REPLACE FUNCTION "leave_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "customer" SET "email_repetition" = 0
  WHERE "store_id" = OLD."store_id" AND "id" = (
    SELECT "id" FROM "customer"
    WHERE "store_id" = OLD."store_id" AND "email_key" = OLD."email_key" ORDER BY "email_repetition" LIMIT 1
  );
  RETURN NULL;
END $$;
