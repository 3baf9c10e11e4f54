-- Of a product that many buy at once each new subscription held the product until its order was committed: orders of one product
-- waited for each other. Now those who begin one only share the product, and whoever ends one holds it alone: it may have been
-- the last.

CREATE OR REPLACE FUNCTION "keep_subscription_summaries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The customers that are concerned, and the products that have gained a subscriber or may have lost their last.
  "customers" bigint[];
  "gained" bigint[];
  "lost" bigint[];
  -- Of which stores they are, in the same order.
  "customers_of" bigint[];
  "gained_of" bigint[];
  "lost_of" bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg("store_id"), array_agg("customer_id"),
      array_agg("store_id") FILTER (WHERE "status" NOT IN ('cancelled', 'expired')),
      array_agg("product_id") FILTER (WHERE "status" NOT IN ('cancelled', 'expired'))
    INTO "customers_of", "customers", "gained_of", "gained" FROM "changed";
  ELSE
    SELECT array_agg("store_id"), array_agg("changed"."customer_id"),
      array_agg("store_id") FILTER (WHERE "changed"."status" NOT IN ('cancelled', 'expired')),
      array_agg("changed"."product_id") FILTER (WHERE "changed"."status" NOT IN ('cancelled', 'expired')),
      array_agg("store_id") FILTER (WHERE "before"."status" NOT IN ('cancelled', 'expired')
        AND ("changed"."status" IN ('cancelled', 'expired') OR "changed"."product_id" <> "before"."product_id")),
      array_agg("before"."product_id") FILTER (WHERE "before"."status" NOT IN ('cancelled', 'expired')
        AND ("changed"."status" IN ('cancelled', 'expired') OR "changed"."product_id" <> "before"."product_id"))
    INTO "customers_of", "customers", "gained_of", "gained", "lost_of", "lost"
    FROM "changed" JOIN "before" USING ("store_id", "id")
    WHERE ("changed"."status", "changed"."customer_id", "changed"."product_id")
      IS DISTINCT FROM ("before"."status", "before"."customer_id", "before"."product_id");
  END IF;
  IF "customers" IS NULL THEN
    RETURN NULL;
  END IF;

  -- In one order, so that two who hold several wait for each other in turn; and looked at by a statement that begins when whoever
  -- held them before is done.
  PERFORM FROM "customer" WHERE ("store_id", "id") IN (SELECT * FROM unnest("customers_of", "customers"))
  ORDER BY "store_id", "id" FOR NO KEY UPDATE;
  UPDATE "customer" SET "subscription_status" = "now"."status"
  FROM (
    SELECT "held"."store_id", "held"."customer_id", (
      SELECT "status"::text::"CustomerSubscriptionStatus" FROM "subscription"
      WHERE "subscription"."store_id" = "held"."store_id" AND "subscription"."customer_id" = "held"."customer_id"
      ORDER BY array_position(ARRAY['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired'], "status"::text) LIMIT 1
    ) AS "status"
    FROM (SELECT DISTINCT * FROM unnest("customers_of", "customers")) AS "held" ("store_id", "customer_id")
  ) AS "now"
  WHERE "customer"."store_id" = "now"."store_id" AND "customer"."id" = "now"."customer_id"
    AND "customer"."subscription_status" IS DISTINCT FROM "now"."status";

  IF "lost" IS NOT NULL THEN
    PERFORM FROM "product" WHERE ("store_id", "id") IN (SELECT * FROM unnest("lost_of", "lost"))
    ORDER BY "store_id", "id" FOR NO KEY UPDATE;
    UPDATE "product" SET "has_subscribers" = false
    WHERE "has_subscribers" AND ("store_id", "id") IN (SELECT * FROM unnest("lost_of", "lost"))
      AND NOT EXISTS (
        SELECT FROM "subscription"
        WHERE "subscription"."store_id" = "product"."store_id" AND "subscription"."product_id" = "product"."id"
          AND "status" NOT IN ('cancelled', 'expired')
      );
  END IF;

  IF "gained" IS NOT NULL THEN
    -- Nobody who shares it could change it while others do.
    PERFORM FROM "product" WHERE ("store_id", "id") IN (SELECT * FROM unnest("gained_of", "gained")) AND NOT "has_subscribers"
    ORDER BY "store_id", "id" FOR NO KEY UPDATE;
    PERFORM FROM "product" WHERE ("store_id", "id") IN (SELECT * FROM unnest("gained_of", "gained"))
    ORDER BY "store_id", "id" FOR SHARE;
    UPDATE "product" SET "has_subscribers" = true
    WHERE NOT "has_subscribers" AND ("store_id", "id") IN (SELECT * FROM unnest("gained_of", "gained"));
  END IF;
  RETURN NULL;
END $$;

-- What was wrong before customers and products were held is counted anew.
UPDATE "customer" SET "subscription_status" = "now"."status"
FROM (
  SELECT DISTINCT ON ("store_id", "customer_id") "store_id", "customer_id", "status"::text::"CustomerSubscriptionStatus" AS "status"
  FROM "subscription"
  ORDER BY "store_id", "customer_id",
    array_position(ARRAY['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired'], "status"::text)
) AS "now"
WHERE "customer"."store_id" = "now"."store_id" AND "customer"."id" = "now"."customer_id"
  AND "customer"."subscription_status" IS DISTINCT FROM "now"."status";
UPDATE "product" SET "has_subscribers" = NOT "has_subscribers"
WHERE "has_subscribers" IS DISTINCT FROM EXISTS (
  SELECT FROM "subscription"
  WHERE "subscription"."store_id" = "product"."store_id" AND "subscription"."product_id" = "product"."id"
    AND "status" NOT IN ('cancelled', 'expired')
);
