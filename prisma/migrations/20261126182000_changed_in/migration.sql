-- Rows say when they last changed, in the database's real time, and in which transaction (`changed_in`), by which changes since a mark are
-- read. Triggers mark a row when a column changes that somebody reads; the others are named in the functions below, so that a new column
-- counts as read.
CREATE FUNCTION "this_transaction"() RETURNS BIGINT LANGUAGE sql STABLE AS $$ SELECT pg_current_xact_id()::text::bigint $$;

ALTER TABLE "customer"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "customer_store_id_changed_in_id_idx" ON "customer"("store_id", "changed_in", "id");

ALTER TABLE "product"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "product_store_id_changed_in_id_idx" ON "product"("store_id", "changed_in", "id");

ALTER TABLE "product_instance"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "product_instance_store_id_changed_in_id_idx" ON "product_instance"("store_id", "changed_in", "id");

ALTER TABLE "product_inventory"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "product_inventory_store_id_changed_in_id_idx" ON "product_inventory"("store_id", "changed_in", "id");

ALTER TABLE "coupon"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "coupon_store_id_changed_in_id_idx" ON "coupon"("store_id", "changed_in", "id");

ALTER TABLE "subscription"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "subscription_store_id_changed_in_id_idx" ON "subscription"("store_id", "changed_in", "id");

ALTER TABLE "order"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "order_store_id_changed_in_id_idx" ON "order"("store_id", "changed_in", "id");

ALTER TABLE "transaction"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "transaction_store_id_changed_in_id_idx" ON "transaction"("store_id", "changed_in", "id");

ALTER TABLE "shipment"
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "changed_in" BIGINT NOT NULL DEFAULT "this_transaction"();
CREATE INDEX "shipment_store_id_changed_in_id_idx" ON "shipment"("store_id", "changed_in", "id");

-- Each trigger comes after the others of its table that run before a change, by its name.
CREATE FUNCTION "mark_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := now();
  NEW."changed_in" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER "product_marked" BEFORE UPDATE ON "product"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "product_instance_marked" BEFORE UPDATE ON "product_instance"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "product_inventory_marked" BEFORE UPDATE ON "product_inventory"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "order_marked" BEFORE UPDATE ON "order"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "transaction_marked" BEFORE UPDATE ON "transaction"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "shipment_marked" BEFORE UPDATE ON "shipment"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();

CREATE FUNCTION "mark_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."last_order_at" := NEW."last_order_at";
  OLD."email_key" := NEW."email_key";
  OLD."email_repetition" := NEW."email_repetition";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "customer_marked" BEFORE UPDATE ON "customer"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_customer"();

CREATE FUNCTION "mark_coupon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."code_key" := NEW."code_key";
  OLD."code_repetition" := NEW."code_repetition";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "coupon_marked" BEFORE UPDATE ON "coupon"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_coupon"();

CREATE FUNCTION "mark_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."anchor_day" := NEW."anchor_day";
  OLD."claimed_for" := NEW."claimed_for";
  OLD."claimed_until" := NEW."claimed_until";
  OLD."payment_under_way" := NEW."payment_under_way";
  OLD."unpaid_order_id" := NEW."unpaid_order_id";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "subscription_marked" BEFORE UPDATE ON "subscription"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_subscription"();

-- A changed part marks the product, instance or order that it is part of. A row that the transaction has marked is not written again.
CREATE FUNCTION "mark_product"("of_store" BIGINT, "of_product" BIGINT) RETURNS VOID LANGUAGE sql AS $$
  UPDATE "product" SET "updated_at" = now(), "changed_in" = pg_current_xact_id()::text::bigint
  WHERE "store_id" = "of_store" AND "id" = "of_product" AND "changed_in" <> pg_current_xact_id()::text::bigint
$$;
CREATE FUNCTION "mark_instance"("of_store" BIGINT, "of_instance" BIGINT) RETURNS VOID LANGUAGE sql AS $$
  UPDATE "product_instance" SET "updated_at" = now(), "changed_in" = pg_current_xact_id()::text::bigint
  WHERE "store_id" = "of_store" AND "id" = "of_instance" AND "changed_in" <> pg_current_xact_id()::text::bigint
$$;
CREATE FUNCTION "mark_order"("of_store" BIGINT, "of_order" BIGINT) RETURNS VOID LANGUAGE sql AS $$
  UPDATE "order" SET "updated_at" = now(), "changed_in" = pg_current_xact_id()::text::bigint
  WHERE "store_id" = "of_store" AND "id" = "of_order" AND "changed_in" <> pg_current_xact_id()::text::bigint
$$;
CREATE FUNCTION "mark_shipment"("of_store" BIGINT, "of_shipment" BIGINT) RETURNS VOID LANGUAGE sql AS $$
  UPDATE "shipment" SET "updated_at" = now(), "changed_in" = pg_current_xact_id()::text::bigint
  WHERE "store_id" = "of_store" AND "id" = "of_shipment" AND "changed_in" <> pg_current_xact_id()::text::bigint
$$;

-- The part as it is, or as it was where it is gone.
CREATE FUNCTION "mark_whole"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "part" JSONB := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  "store" BIGINT := ("part"->>'store_id')::bigint;
  "instance" BIGINT := ("part"->>'product_instance_id')::bigint;
  "product" BIGINT := ("part"->>'product_id')::bigint;
BEGIN
  IF TG_TABLE_NAME IN ('order_product', 'order_coupon', 'fulfillment') THEN
    PERFORM "mark_order"("store", ("part"->>'order_id')::bigint);
    IF TG_TABLE_NAME = 'fulfillment' THEN
      PERFORM "mark_shipment"("store", ("part"->>'shipment_id')::bigint);
    END IF;
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'label' THEN
    PERFORM "mark_shipment"("store", ("part"->>'shipment_id')::bigint);
    RETURN NULL;
  END IF;
  IF "instance" IS NOT NULL THEN
    PERFORM "mark_instance"("store", "instance");
  END IF;
  "product" := CASE
    WHEN "product" IS NOT NULL THEN "product"
    WHEN "instance" IS NOT NULL THEN
      (SELECT "product_id" FROM "product_instance" WHERE "store_id" = "store" AND "id" = "instance")
    WHEN TG_TABLE_NAME = 'subscription_type_term' THEN
      (SELECT "product_id" FROM "subscription_type" WHERE "store_id" = "store" AND "id" = ("part"->>'subscription_type_id')::bigint)
    WHEN TG_TABLE_NAME = 'product_variant_value' THEN
      (SELECT "product_id" FROM "product_variant_type" WHERE "store_id" = "store" AND "id" = ("part"->>'product_variant_type_id')::bigint)
    WHEN TG_TABLE_NAME = 'product_survey_field' THEN
      (SELECT "product_id" FROM "product_survey" WHERE "store_id" = "store" AND "id" = ("part"->>'survey_id')::bigint)
    WHEN TG_TABLE_NAME = 'product_image' THEN
      (SELECT "product_id" FROM "product_variant_value" AS "value"
       JOIN "product_variant_type" AS "type" ON "type"."store_id" = "value"."store_id" AND "type"."id" = "value"."product_variant_type_id"
       WHERE "value"."store_id" = "store" AND "value"."id" = ("part"->>'product_variant_value_id')::bigint)
  END;
  PERFORM "mark_product"("store", "product");
  RETURN NULL;
END $$;
CREATE TRIGGER "product_term_price_marks_whole_added" AFTER INSERT OR DELETE ON "product_term_price" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_term_price_marks_whole" AFTER UPDATE ON "product_term_price"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_instance_subscription_type_term_price_marks_whole_added" AFTER INSERT OR DELETE ON "product_instance_subscription_type_term_price" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_instance_subscription_type_term_price_marks_whole" AFTER UPDATE ON "product_instance_subscription_type_term_price"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "subscription_type_marks_whole_added" AFTER INSERT OR DELETE ON "subscription_type" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "subscription_type_marks_whole" AFTER UPDATE ON "subscription_type"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "subscription_type_term_marks_whole_added" AFTER INSERT OR DELETE ON "subscription_type_term" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "subscription_type_term_marks_whole" AFTER UPDATE ON "subscription_type_term"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_variant_type_marks_whole_added" AFTER INSERT OR DELETE ON "product_variant_type" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_variant_type_marks_whole" AFTER UPDATE ON "product_variant_type"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_variant_value_marks_whole_added" AFTER INSERT OR DELETE ON "product_variant_value" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_variant_value_marks_whole" AFTER UPDATE ON "product_variant_value"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_instance_variant_marks_whole_added" AFTER INSERT OR DELETE ON "product_instance_variant" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_instance_variant_marks_whole" AFTER UPDATE ON "product_instance_variant"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_image_marks_whole_added" AFTER INSERT OR DELETE ON "product_image" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_image_marks_whole" AFTER UPDATE ON "product_image"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_survey_marks_whole_added" AFTER INSERT OR DELETE ON "product_survey" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_survey_marks_whole" AFTER UPDATE ON "product_survey"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_survey_field_marks_whole_added" AFTER INSERT OR DELETE ON "product_survey_field" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_survey_field_marks_whole" AFTER UPDATE ON "product_survey_field"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_instance_marks_whole_added" AFTER INSERT OR DELETE ON "product_instance" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "product_instance_marks_whole" AFTER UPDATE ON "product_instance"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();

-- Parts of an order and of a parcel come with it; what changes them later marks it.
CREATE TRIGGER "order_product_marks_whole_gone" AFTER DELETE ON "order_product" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "order_product_marks_whole" AFTER UPDATE ON "order_product"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "order_coupon_marks_whole_gone" AFTER DELETE ON "order_coupon" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "order_coupon_marks_whole" AFTER UPDATE ON "order_coupon"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "fulfillment_marks_whole_gone" AFTER DELETE ON "fulfillment" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "fulfillment_marks_whole" AFTER UPDATE ON "fulfillment"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "label_marks_whole_gone" AFTER DELETE ON "label" FOR EACH ROW EXECUTE FUNCTION "mark_whole"();
CREATE TRIGGER "label_marks_whole" AFTER UPDATE ON "label"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_whole"();
