-- Events are numbered in one trip: while many write, the five that it took were a fifth of all that was sent to the database.

-- Numbers events that are committed: of so many stores behind one, and of each so many, as far as nobody else is numbering that
-- store. Says of each store that has some how many were numbered; null where somebody else is at it.
CREATE FUNCTION "number_events"("after_store" bigint, "most_stores" int, "most_events" int, "channel" text)
RETURNS TABLE ("of_store" bigint, "events" int) LANGUAGE plpgsql AS $$
DECLARE
  "waiting" bigint[];
  "held" bigint[];
  "lasts" bigint[];
BEGIN
  -- Each store is found by a look into the index, however many events wait, and however many stores have none.
  WITH RECURSIVE "found" AS (
    (SELECT "event"."store_id" FROM "event" WHERE "sequence" IS NULL AND "event"."store_id" > "after_store" ORDER BY "event"."store_id" LIMIT 1)
    UNION ALL
    SELECT (SELECT "event"."store_id" FROM "event" WHERE "sequence" IS NULL AND "event"."store_id" > "found"."store_id"
      ORDER BY "event"."store_id" LIMIT 1)
    FROM "found" WHERE "found"."store_id" IS NOT NULL
  ), "first" AS (SELECT "store_id" FROM "found" WHERE "store_id" IS NOT NULL LIMIT "most_stores")
  SELECT array_agg("store_id") INTO "waiting" FROM "first";
  IF "waiting" IS NULL THEN
    RETURN;
  END IF;

  INSERT INTO "event_counter" ("store_id")
  SELECT "each" FROM unnest("waiting") AS "each"
  WHERE NOT EXISTS (SELECT FROM "event_counter" AS "counter" WHERE "counter"."store_id" = "each")
  ON CONFLICT DO NOTHING;

  SELECT array_agg("store_id"), array_agg("last_sequence") INTO "held", "lasts" FROM (
    SELECT "store_id", "last_sequence" FROM "event_counter" WHERE "store_id" = ANY("waiting")
    ORDER BY "store_id" FOR NO KEY UPDATE SKIP LOCKED
  ) AS "counter";

  -- A statement of its own: what it sees begins when the counters are held, with all that was numbered before.
  RETURN QUERY WITH "next" AS MATERIALIZED (
    SELECT "counter"."store_id", "event"."id", "counter"."last" + row_number() OVER (PARTITION BY "counter"."store_id" ORDER BY "event"."id") AS "sequence"
    FROM unnest("held", "lasts") AS "counter" ("store_id", "last")
    CROSS JOIN LATERAL (
      SELECT "id" FROM "event" WHERE "event"."store_id" = "counter"."store_id" AND "event"."sequence" IS NULL
      ORDER BY "id" LIMIT "most_events"
    ) AS "event"
  ), "numbered" AS (
    UPDATE "event" SET "sequence" = "next"."sequence" FROM "next"
    WHERE "event"."store_id" = "next"."store_id" AND "event"."id" = "next"."id" RETURNING "event"."store_id", "event"."sequence"
  ), "newest" AS (
    SELECT "store_id", max("sequence") AS "sequence", count(*)::int AS "events" FROM "numbered" GROUP BY "store_id"
  ), "counted" AS (
    UPDATE "event_counter" SET "last_sequence" = "newest"."sequence" FROM "newest"
    WHERE "event_counter"."store_id" = "newest"."store_id" RETURNING "event_counter"."store_id"
  ), "told" AS MATERIALIZED (SELECT "store_id", pg_notify("channel", "store_id"::text) FROM "counted")
  SELECT "each", CASE WHEN "each" = ANY("held") THEN coalesce("newest"."events", 0) END
  FROM unnest("waiting") AS "each" LEFT JOIN "newest" ON "newest"."store_id" = "each" LEFT JOIN "told" ON "told"."store_id" = "each"
  ORDER BY "each";
END $$;
