-- Of two subscriptions of a customer that expired at the same moment each saw the other as it was before, and the customer was
-- said to be what neither of them is any more. So the customer is held first, and then looked at by a statement that begins when
-- whoever held it before is done; the product likewise. Neither is held by a write that does not change where a subscription stands.

DROP TRIGGER "subscription_added" ON "subscription";
DROP TRIGGER "subscription_changed" ON "subscription";

CREATE OR REPLACE FUNCTION "keep_subscription_summaries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "customers" bigint[];
  "products" bigint[];
  "stores" bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg("store_id"), array_agg("customer_id"), array_agg("product_id") INTO "stores", "customers", "products" FROM "changed";
  ELSE
    SELECT array_agg("store_id"), array_agg("changed"."customer_id"), array_agg("changed"."product_id")
    INTO "stores", "customers", "products"
    FROM "changed" JOIN "before" USING ("store_id", "id")
    WHERE ("changed"."status", "changed"."customer_id", "changed"."product_id")
      IS DISTINCT FROM ("before"."status", "before"."customer_id", "before"."product_id");
  END IF;
  IF "stores" IS NULL THEN
    RETURN NULL;
  END IF;

  -- In one order, so that two who hold several wait for each other in turn.
  PERFORM FROM "customer" WHERE ("store_id", "id") IN (SELECT * FROM unnest("stores", "customers"))
  ORDER BY "store_id", "id" FOR NO KEY UPDATE;
  UPDATE "customer" SET "subscription_status" = "now"."status"
  FROM (
    SELECT "held"."store_id", "held"."customer_id", (
      SELECT "status"::text::"CustomerSubscriptionStatus" FROM "subscription"
      WHERE "subscription"."store_id" = "held"."store_id" AND "subscription"."customer_id" = "held"."customer_id"
      ORDER BY array_position(ARRAY['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired'], "status"::text) LIMIT 1
    ) AS "status"
    FROM (SELECT DISTINCT * FROM unnest("stores", "customers")) AS "held" ("store_id", "customer_id")
  ) AS "now"
  WHERE "customer"."store_id" = "now"."store_id" AND "customer"."id" = "now"."customer_id"
    AND "customer"."subscription_status" IS DISTINCT FROM "now"."status";

  PERFORM FROM "product" WHERE ("store_id", "id") IN (SELECT * FROM unnest("stores", "products"))
  ORDER BY "store_id", "id" FOR NO KEY UPDATE;
  UPDATE "product" SET "has_subscribers" = "now"."has"
  FROM (
    SELECT "held"."store_id", "held"."product_id", EXISTS (
      SELECT FROM "subscription"
      WHERE "subscription"."store_id" = "held"."store_id" AND "subscription"."product_id" = "held"."product_id"
        AND "status" NOT IN ('cancelled', 'expired')
    ) AS "has"
    FROM (SELECT DISTINCT * FROM unnest("stores", "products")) AS "held" ("store_id", "product_id")
  ) AS "now"
  WHERE "product"."store_id" = "now"."store_id" AND "product"."id" = "now"."product_id"
    AND "product"."has_subscribers" IS DISTINCT FROM "now"."has";
  RETURN NULL;
END $$;

CREATE TRIGGER "subscription_added" AFTER INSERT ON "subscription"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_subscription_summaries"();
CREATE TRIGGER "subscription_changed" AFTER UPDATE ON "subscription"
  REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_subscription_summaries"();
