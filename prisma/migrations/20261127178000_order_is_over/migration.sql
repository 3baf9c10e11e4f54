-- Whether no delivery of an order is open, and no refund of it is under way but that one. Each query of a volatile function sees what was
-- committed while its statement waited for the lock of the order; the statement itself does not.
CREATE FUNCTION "order_is_over"("of_store" bigint, "of_order" bigint, "besides" bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM "fulfillment" WHERE "store_id" = "of_store" AND "order_id" = "of_order" AND "status" = 'open'
  ) AND NOT EXISTS (
    SELECT FROM "refund" WHERE "store_id" = "of_store" AND "order_id" = "of_order" AND "id" <> "besides" AND "status" IN ('pending', 'unknown')
  );
END $$;
