-- A store says in which time zone it lives.
ALTER TABLE "store" ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- Dates without leading zeros, such as 2018-1-5T0:0:0Z, are times from now on: those that metadata holds are found as such too.
CREATE FUNCTION "read_short_time"("value" TEXT) RETURNS TIMESTAMPTZ LANGUAGE plpgsql AS $$
BEGIN
  RETURN date_trunc('milliseconds', "value"::timestamptz);
EXCEPTION WHEN OTHERS THEN
  -- A day that its month does not have.
  RETURN NULL;
END $$;
SET LOCAL TIME ZONE 'UTC';
UPDATE "metadata_entry" SET "time" = "read_short_time"("text")
WHERE "time" IS NULL AND "number" IS NULL AND length("text") BETWEEN 8 AND 35
  AND "text" ~ '^[0-9]{4}-(1[0-2]|0?[1-9])-[0-9]{1,2}([Tt ]([01]?[0-9]|2[0-3]):[0-5]?[0-9](:[0-5]?[0-9](\.[0-9]{1,9})?)?([Zz]|[+-](0[0-9]|1[0-4]):?[0-5][0-9])?)?$';
DROP FUNCTION "read_short_time";
