-- Writes may be made under the condition that the record is as it was read (`ifChangedIn`): what people change of a subscription's coupons
-- and of a coupon's products marks the subscription and the coupon. A row that the transaction has marked is not written again.
CREATE FUNCTION "mark_subscription_of_coupon"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "part" "subscription_coupon" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  UPDATE "subscription" SET "updated_at" = now(), "changed_in" = "this_transaction"()
  WHERE "store_id" = "part"."store_id" AND "id" = "part"."subscription_id" AND "changed_in" <> "this_transaction"();
  RETURN NULL;
END $$;
CREATE TRIGGER "subscription_coupon_marks_subscription_added" AFTER INSERT OR DELETE ON "subscription_coupon"
  FOR EACH ROW EXECUTE FUNCTION "mark_subscription_of_coupon"();
CREATE TRIGGER "subscription_coupon_marks_subscription" AFTER UPDATE ON "subscription_coupon"
  FOR EACH ROW WHEN (
    OLD."enabled" IS DISTINCT FROM NEW."enabled" OR OLD."num_renewals" IS DISTINCT FROM NEW."num_renewals" OR OLD."forever" IS DISTINCT FROM NEW."forever"
    OR (OLD."applied_at" IS NULL) IS DISTINCT FROM (NEW."applied_at" IS NULL) OR (OLD."unpaid_order_id" IS NULL) IS DISTINCT FROM (NEW."unpaid_order_id" IS NULL)
  ) EXECUTE FUNCTION "mark_subscription_of_coupon"();

CREATE FUNCTION "mark_coupon_of_product"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "part" "coupon_product" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  UPDATE "coupon" SET "updated_at" = now(), "changed_in" = "this_transaction"()
  WHERE "store_id" = "part"."store_id" AND "id" = "part"."coupon_id" AND "changed_in" <> "this_transaction"();
  RETURN NULL;
END $$;
CREATE TRIGGER "coupon_product_marks_coupon" AFTER INSERT OR DELETE ON "coupon_product"
  FOR EACH ROW EXECUTE FUNCTION "mark_coupon_of_product"();
