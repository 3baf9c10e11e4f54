-- Texts such as 9.50 and 10.0 are numbers from now on, as parseNumber of src/values/number.ts reads them.
CREATE FUNCTION "is_short_number"("text" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT length("text") <= 300 AND "text" ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?$'
    AND length(replace(regexp_replace("text", '^-?[0.]*', ''), '.', '')) <= 15
$$;
UPDATE "metadata_entry" SET "number" = "text"::double precision + 0
WHERE "number" IS NULL AND "time" IS NULL AND "is_short_number"("text");

-- The value that a path leads to in a record: of several the one nearest to the top, as metadataEntries finds it.
CREATE FUNCTION "metadata_value"("data" JSONB, "path" TEXT) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  WITH RECURSIVE step AS (
    SELECT 0 AS depth, "data" AS value, "path" AS rest
    UNION ALL
    SELECT step.depth + 1, item.value, CASE WHEN item.key <> step.rest THEN substr(step.rest, length(item.key) + 2) END
    FROM step, LATERAL (
      SELECT key, value FROM jsonb_each(CASE jsonb_typeof(step.value) WHEN 'object' THEN step.value ELSE '{}' END)
      UNION ALL
      SELECT (place - 1)::text, value
      FROM jsonb_array_elements(CASE jsonb_typeof(step.value) WHEN 'array' THEN step.value ELSE '[]' END)
        WITH ORDINALITY AS element (value, place)
    ) AS item
    WHERE item.key = step.rest OR starts_with(step.rest, item.key || '.')
  )
  SELECT value FROM step WHERE rest IS NULL AND jsonb_typeof(value) <> 'null' ORDER BY depth LIMIT 1
$$;

-- Texts of more digits than a number keeps, or with an exponent, are no numbers any more. Numbers that are spelled so still are.
UPDATE "metadata_entry" AS entry SET "number" = NULL
FROM "metadata"
WHERE entry."number" IS NOT NULL AND NOT "is_short_number"(entry."text")
  AND "metadata"."store_id" = entry."store_id" AND "metadata"."owner_type" = entry."owner_type"
  AND "metadata"."owner_id" = entry."owner_id"
  AND jsonb_typeof(coalesce(nullif("metadata"."data" -> entry."path", 'null'), "metadata_value"("metadata"."data", entry."path"))) = 'string';

DROP FUNCTION "metadata_value";
DROP FUNCTION "is_short_number";
