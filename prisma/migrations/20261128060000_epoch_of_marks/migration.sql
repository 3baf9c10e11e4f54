-- Marks of changes are epoch × 10¹² + the number of the transaction, so that numbers of another server's transactions are never taken for
-- this one's. The beginning of the epoch is a constant that the planner inlines: reading it from the table would cost each row a query.
CREATE FUNCTION "epoch_start"() RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$ SELECT 0::bigint $$;
CREATE OR REPLACE FUNCTION "this_transaction"() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT "epoch_start"() + pg_current_xact_id()::text::bigint
$$;
-- The oldest transaction that is still open as the statement sees it: what has a lower mark is there for good.
CREATE FUNCTION "oldest_open_transaction"() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT "epoch_start"() + pg_snapshot_xmin(pg_current_snapshot())::text::bigint
$$;

-- Waits for the transactions that have written marks of the epoch before: once the new epoch is seen, all of them are over.
CREATE FUNCTION "begin_epoch_of_marks"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "marked" TEXT := (
    SELECT string_agg("attrelid"::regclass::text, ', ' ORDER BY "relname") FROM "pg_attribute" JOIN "pg_class" ON "pg_class"."oid" = "attrelid"
    WHERE "attname" = 'changed_in' AND "relkind" = 'r' AND "relnamespace" = current_schema()::regnamespace
  );
BEGIN
  EXECUTE format('LOCK TABLE %s IN SHARE MODE', "marked");
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION "epoch_start"() RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $body$ SELECT %s::bigint $body$',
    NEW."epoch" * 1000000000000
  );
  RETURN NULL;
END $$;
CREATE TRIGGER "installation_begins_epoch" AFTER UPDATE OF "epoch" ON "installation"
  FOR EACH ROW EXECUTE FUNCTION "begin_epoch_of_marks"();
UPDATE "installation" SET "epoch" = "epoch";

-- Functions that mark rows ask one function for the number.
DO $$
DECLARE
  "definition" TEXT;
BEGIN
  FOR "definition" IN
    SELECT pg_get_functiondef("oid") FROM "pg_proc"
    WHERE "pronamespace" = current_schema()::regnamespace AND "prosrc" LIKE '%pg_current_xact_id()::text::bigint%' AND "proname" <> 'this_transaction'
  LOOP
    EXECUTE replace("definition", 'pg_current_xact_id()::text::bigint', '"this_transaction"()');
  END LOOP;
END $$;
