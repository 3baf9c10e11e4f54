-- Times with an offset of whole hours, such as 2026-09-01 10:00:00+00, and those whose plus sign has become a blank, are times from
-- now on, as parseTime of src/values/time.ts reads them.
CREATE FUNCTION "read_offset_time"("value" TEXT) RETURNS TIMESTAMPTZ LANGUAGE plpgsql AS $$
DECLARE "time" TIMESTAMPTZ;
BEGIN
  "time" := regexp_replace(regexp_replace("value", '([.][0-9]{1,3})[0-9]*', '\1'), ' ([0-9:]{2,5})$', '+\1')::timestamptz;
  RETURN CASE WHEN extract(year FROM "time") BETWEEN 1 AND 9999 THEN "time" END;
EXCEPTION WHEN OTHERS THEN
  -- A day that its month does not have.
  RETURN NULL;
END $$;
SET LOCAL TIME ZONE 'UTC';
UPDATE "metadata_entry" SET "time" = "read_offset_time"("text")
WHERE "time" IS NULL AND "number" IS NULL AND length("text") BETWEEN 15 AND 36
  AND "text" ~ '^[0-9]{4}-(1[0-2]|0?[1-9])-[0-9]{1,2}[Tt ]([01]?[0-9]|2[0-3]):[0-5]?[0-9](:[0-5]?[0-9]([.][0-9]{1,9})?)?([+-](0[0-9]|1[0-4])| (0[0-9]|1[0-4])(:?[0-5][0-9])?)$'
  AND "read_offset_time"("text") IS NOT NULL;
DROP FUNCTION "read_offset_time";
