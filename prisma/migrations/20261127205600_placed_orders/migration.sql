-- An order that closes unpaid is not placed: it leaves the count of its customer.
CREATE FUNCTION "count_placed_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "customer"
  SET "num_orders" = "num_orders" + CASE WHEN NEW."financial_status" = 'unpaid' AND NEW."status" = 'closed' THEN -1 ELSE 1 END
  WHERE "store_id" = NEW."store_id" AND "id" = NEW."customer_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "order_placed_counted" AFTER UPDATE OF "financial_status", "status" ON "order"
  FOR EACH ROW WHEN ((OLD."financial_status" = 'unpaid' AND OLD."status" = 'closed')
    <> (NEW."financial_status" = 'unpaid' AND NEW."status" = 'closed'))
  EXECUTE FUNCTION "count_placed_order"();

-- A customer whose row breaks a CHECK cannot be written, and keeps its count until it is mended.
DO $$
DECLARE
  "counted" record;
BEGIN
  FOR "counted" IN
    SELECT "customer"."store_id", "customer"."id", coalesce("placed"."orders", 0) AS "orders" FROM "customer" LEFT JOIN (
      SELECT "store_id", "customer_id", count(*)::int AS "orders" FROM "order"
      WHERE NOT ("financial_status" = 'unpaid' AND "status" = 'closed') GROUP BY 1, 2
    ) AS "placed" ON "placed"."store_id" = "customer"."store_id" AND "placed"."customer_id" = "customer"."id"
    WHERE "customer"."num_orders" <> coalesce("placed"."orders", 0)
  LOOP
    BEGIN
      UPDATE "customer" SET "num_orders" = "counted"."orders" WHERE "store_id" = "counted"."store_id" AND "id" = "counted"."id";
    EXCEPTION WHEN check_violation THEN
      NULL;
    END;
  END LOOP;
END $$;
