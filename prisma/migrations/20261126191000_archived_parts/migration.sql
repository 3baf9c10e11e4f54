-- Parts of products that subscriptions, orders or instances refer to are archived.
ALTER TABLE "subscription_type" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
ALTER TABLE "subscription_type_term" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
ALTER TABLE "product_variant_type" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
ALTER TABLE "product_variant_value" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
