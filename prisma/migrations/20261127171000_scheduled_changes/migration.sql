-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "fixed_price" BIGINT,
ADD COLUMN     "scheduled_fixed_price" BIGINT,
ADD COLUMN     "scheduled_product_instance_id" BIGINT,
ADD COLUMN     "scheduled_quantity" INTEGER,
ADD COLUMN     "scheduled_term_id" BIGINT;

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_fixed_price_check" CHECK ("fixed_price" >= 0);
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_scheduled_fixed_price_check" CHECK ("scheduled_fixed_price" >= 0);
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_scheduled_quantity" CHECK ("scheduled_quantity" > 0);

-- A scheduled change is a whole plan, or there is none.
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_scheduled_change"
  CHECK (CASE WHEN "scheduled_term_id" IS NULL THEN num_nonnulls("scheduled_product_instance_id", "scheduled_quantity", "scheduled_fixed_price") = 0
    ELSE num_nonnulls("scheduled_product_instance_id", "scheduled_quantity") = 2 END);

-- Few subscriptions have one: partial indexes are not written by the renewals of all others.
CREATE INDEX "subscription_scheduled_term" ON "subscription"("store_id", "scheduled_term_id") WHERE "scheduled_term_id" IS NOT NULL;
CREATE INDEX "subscription_scheduled_instance" ON "subscription"("store_id", "scheduled_product_instance_id")
  WHERE "scheduled_product_instance_id" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_scheduled_term_id_fkey" FOREIGN KEY ("store_id", "scheduled_term_id") REFERENCES "subscription_type_term"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_scheduled_product_instance_id_fkey" FOREIGN KEY ("store_id", "scheduled_product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
