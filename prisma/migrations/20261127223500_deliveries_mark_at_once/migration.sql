-- Deliveries mark their orders and shipments once for each statement that changes them, not once for each delivery: an order has up to
-- 1,000. Rows are locked in the order of their ids, so that two such statements wait for each other.
DROP TRIGGER "fulfillment_marks_whole" ON "fulfillment";
DROP TRIGGER "fulfillment_marks_whole_gone" ON "fulfillment";

CREATE FUNCTION "mark_orders"("of_stores" BIGINT[], "of_orders" BIGINT[]) RETURNS VOID LANGUAGE sql AS $$
  WITH "held" AS MATERIALIZED (
    SELECT "store_id", "id" FROM "order"
    WHERE ("store_id", "id") IN (SELECT * FROM unnest("of_stores", "of_orders")) AND "changed_in" <> pg_current_xact_id()::text::bigint
    ORDER BY "store_id", "id" FOR NO KEY UPDATE
  )
  UPDATE "order" SET "updated_at" = now(), "changed_in" = pg_current_xact_id()::text::bigint
  FROM "held" WHERE "order"."store_id" = "held"."store_id" AND "order"."id" = "held"."id"
$$;
CREATE FUNCTION "mark_shipments"("of_stores" BIGINT[], "of_shipments" BIGINT[]) RETURNS VOID LANGUAGE sql AS $$
  WITH "held" AS MATERIALIZED (
    SELECT "store_id", "id" FROM "shipment"
    WHERE ("store_id", "id") IN (SELECT * FROM unnest("of_stores", "of_shipments")) AND "changed_in" <> pg_current_xact_id()::text::bigint
    ORDER BY "store_id", "id" FOR NO KEY UPDATE
  )
  UPDATE "shipment" SET "updated_at" = now(), "changed_in" = pg_current_xact_id()::text::bigint
  FROM "held" WHERE "shipment"."store_id" = "held"."store_id" AND "shipment"."id" = "held"."id"
$$;

-- EXCEPT compares by hashing; a join of the two would be planned for the few rows of its first use.
CREATE FUNCTION "mark_wholes_of_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "stores" BIGINT[];
  "orders" BIGINT[];
  "shipments" BIGINT[];
BEGIN
  SELECT array_agg("store_id"), array_agg("order_id"), array_agg("shipment_id") INTO "stores", "orders", "shipments"
    FROM (SELECT * FROM "after" EXCEPT ALL SELECT * FROM "before") AS "changed";
  IF "stores" IS NOT NULL THEN
    PERFORM "mark_orders"("stores", "orders");
    PERFORM "mark_shipments"("stores", "shipments");
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION "mark_wholes_of_gone"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "stores" BIGINT[];
  "orders" BIGINT[];
  "shipments" BIGINT[];
BEGIN
  SELECT array_agg("store_id"), array_agg("order_id"), array_agg("shipment_id") INTO "stores", "orders", "shipments" FROM "before";
  IF "stores" IS NOT NULL THEN
    PERFORM "mark_orders"("stores", "orders");
    PERFORM "mark_shipments"("stores", "shipments");
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "fulfillment_marks_whole" AFTER UPDATE ON "fulfillment"
  REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "mark_wholes_of_changed"();
CREATE TRIGGER "fulfillment_marks_whole_gone" AFTER DELETE ON "fulfillment"
  REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "mark_wholes_of_gone"();
