-- PL/pgSQL frees the value of a column that it assigns. In an old row that is from before the column, that value is the column's default, which
-- the server keeps: the second such row ends its process. So the new row is copied, and gets the columns that nobody reads from the old one.

CREATE OR REPLACE FUNCTION "mark_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "customer" := NEW;
BEGIN
  "shown"."last_order_at" := OLD."last_order_at";
  "shown"."email_key" := OLD."email_key";
  "shown"."email_repetition" := OLD."email_repetition";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "mark_coupon"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "coupon" := NEW;
BEGIN
  "shown"."code_key" := OLD."code_key";
  "shown"."code_repetition" := OLD."code_repetition";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "mark_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "subscription" := NEW;
BEGIN
  "shown"."anchor_day" := OLD."anchor_day";
  "shown"."claimed_for" := OLD."claimed_for";
  "shown"."claimed_until" := OLD."claimed_until";
  "shown"."payment_under_way" := OLD."payment_under_way";
  "shown"."renewal_noticed_for" := OLD."renewal_noticed_for";
  "shown"."unpaid_order_id" := OLD."unpaid_order_id";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "mark_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "refund" := NEW;
BEGIN
  "shown"."reference" := OLD."reference";
  "shown"."charge" := OLD."charge";
  "shown"."gateway" := OLD."gateway";
  "shown"."accepted_at" := OLD."accepted_at";
  "shown"."due_at" := OLD."due_at";
  "shown"."looks" := OLD."looks";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "mark_inventory_movement"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "inventory_movement" := NEW;
BEGIN
  "shown"."turn" := OLD."turn";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
