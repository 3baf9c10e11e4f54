-- Functions of rows are PL/pgSQL: a session plans their statements once, and not at each call. Citus runs no others over distributed tables.
DO $$
DECLARE
  "each" RECORD;
BEGIN
  FOR "each" IN
    SELECT "proname", pg_get_function_identity_arguments("oid") AS "arguments", "prorettype"::regtype AS "returned",
      CASE "provolatile" WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END AS "volatility", rtrim("prosrc", E' \n;') AS "source"
    FROM pg_proc
    WHERE "pronamespace" = current_schema()::regnamespace AND "proname" IN (
      'mark_instance', 'mark_order', 'mark_orders', 'mark_product', 'mark_shipment', 'mark_shipments', 'order_has_invoice')
  LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION %I(%s) RETURNS %s LANGUAGE plpgsql %s AS %L',
      "each"."proname", "each"."arguments", "each"."returned", "each"."volatility",
      format(CASE "each"."returned" WHEN 'void'::regtype THEN E'\nBEGIN\n%s;\nEND ' ELSE E'\nBEGIN\n  RETURN (%s\n  );\nEND ' END, "each"."source"));
  END LOOP;
END $$;
