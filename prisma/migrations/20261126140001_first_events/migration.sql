-- The first event of a store whose test clock stood in the past carried real time, and kept all behind it from being forgotten.
UPDATE "event" SET "created_at" = "store"."created_at" FROM "store"
WHERE "store"."has_test_clock" AND "event"."store_id" = "store"."id" AND "event"."sequence" = 1
  AND "event"."type" = 'store.created' AND "event"."created_at" <> "store"."created_at";

UPDATE "log_entry" SET "created_at" = "store"."created_at" FROM "store"
WHERE "store"."has_test_clock" AND "log_entry"."store_id" = "store"."id"
  AND "log_entry"."operation" = 'createStore' AND "log_entry"."refused_by" IS NULL AND "log_entry"."created_at" <> "store"."created_at";
