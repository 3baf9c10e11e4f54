-- A table that is kept in parts on several servers has another name on each: triggers are given the name that they are about.
DO $$
DECLARE
  "called" RECORD;
  "fired" RECORD;
BEGIN
  FOR "called" IN
    SELECT "oid", "proname", pg_get_functiondef("oid") AS "definition" FROM pg_proc
    WHERE "pronamespace" = current_schema()::regnamespace AND "prosrc" LIKE '%TG_TABLE_NAME%'
  LOOP
    EXECUTE replace("called"."definition", 'TG_TABLE_NAME', 'TG_ARGV[0]');
    FOR "fired" IN
      SELECT "relname", pg_get_triggerdef(pg_trigger."oid") AS "definition" FROM pg_trigger JOIN pg_class ON pg_class."oid" = "tgrelid"
      WHERE "tgfoid" = "called"."oid"
    LOOP
      EXECUTE replace(
        replace("fired"."definition", 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
        format('%I()', "called"."proname"), format('%I(%L)', "called"."proname", "fired"."relname")
      );
    END LOOP;
  END LOOP;
END $$;
