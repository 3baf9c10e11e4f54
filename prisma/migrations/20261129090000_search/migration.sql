-- The texts that records are searched by, folded: a row for each record that has something. Records change more often than these texts.
CREATE TABLE "search_entry" (
    "store_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "search_entry_pkey" PRIMARY KEY ("store_id", "kind", "record_id")
);

-- A text without case, accents and marks, in compatibility form, with one blank between its words. Some letters have no decomposition, and
-- the collation C has lower case for ASCII alone.
CREATE FUNCTION "search_folded"("given" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT btrim(regexp_replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(given, NFKD),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]', '', 'g')),
    'ØøŁłĐđÐðıÆŒÞẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ',
    'oollddddiæœþßαβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '\s+', ' ', 'g'))
$$;

-- The keys that a folded text is found by, each with its store and kind: three characters in a row of a word, and the one or two that it
-- begins with. Whole is true for a text that is stored, false for one that is looked for, of whose short words the beginning alone counts.
CREATE FUNCTION "search_keys"("of_store" BIGINT, "of_kind" TEXT, "folded" TEXT, "whole" BOOLEAN) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT concat(of_store, of_kind, key)) FROM unnest(string_to_array(folded, ' ')) AS word, LATERAL (
    SELECT '.' || substr(word, place, 3) FROM generate_series(1, length(word) - 2) AS place
    UNION ALL
    SELECT '^' || left(word, size) FROM generate_series(1, 2) AS size WHERE (whole AND size <= length(word)) OR (size = length(word))
  ) AS keys (key)
$$;

-- The patterns that a text fits which has all words of a folded one: short ones at the beginning of a word, others anywhere in one.
CREATE FUNCTION "search_patterns"("folded" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(concat('%', CASE WHEN length(word) < 3 THEN ' ' END, regexp_replace(word, '([%_\\])', '\\\1', 'g'), '%'))
  FROM unnest(string_to_array(folded, ' ')) AS word WHERE word <> ''
$$;

-- Keeps the entry of a row: its kind is the first argument, the others are the columns that it is searched by.
CREATE FUNCTION "keep_search_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "given" JSONB;
  "entry" TEXT;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    given := to_jsonb(NEW);
    SELECT string_agg(given ->> name, ' ') INTO entry FROM unnest(TG_ARGV[1:]) AS name;
    entry := search_folded(entry);
  END IF;
  IF entry <> '' THEN
    INSERT INTO search_entry (store_id, kind, record_id, text) VALUES (NEW.store_id, TG_ARGV[0], NEW.id, ' ' || entry)
      ON CONFLICT (store_id, kind, record_id) DO UPDATE SET text = excluded.text;
  ELSE
    DELETE FROM search_entry WHERE store_id = OLD.store_id AND kind = TG_ARGV[0] AND record_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "customer_search_added" AFTER INSERT ON "customer" FOR EACH ROW
  EXECUTE FUNCTION "keep_search_entry"('customer', 'name', 'email', 'external_id');
CREATE TRIGGER "customer_search_changed" AFTER UPDATE OF "name", "email", "external_id" ON "customer" FOR EACH ROW
  WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."email" IS DISTINCT FROM NEW."email" OR OLD."external_id" IS DISTINCT FROM NEW."external_id")
  EXECUTE FUNCTION "keep_search_entry"('customer', 'name', 'email', 'external_id');
CREATE TRIGGER "customer_search_removed" AFTER DELETE ON "customer" FOR EACH ROW EXECUTE FUNCTION "keep_search_entry"('customer');

CREATE TRIGGER "order_search_added" AFTER INSERT ON "order" FOR EACH ROW WHEN (NEW."external_id" IS NOT NULL)
  EXECUTE FUNCTION "keep_search_entry"('order', 'external_id');
CREATE TRIGGER "order_search_changed" AFTER UPDATE OF "external_id" ON "order" FOR EACH ROW
  WHEN (OLD."external_id" IS DISTINCT FROM NEW."external_id") EXECUTE FUNCTION "keep_search_entry"('order', 'external_id');
CREATE TRIGGER "order_search_removed" AFTER DELETE ON "order" FOR EACH ROW EXECUTE FUNCTION "keep_search_entry"('order');

CREATE TRIGGER "subscription_search_added" AFTER INSERT ON "subscription" FOR EACH ROW WHEN (NEW."external_id" IS NOT NULL)
  EXECUTE FUNCTION "keep_search_entry"('subscription', 'external_id');
CREATE TRIGGER "subscription_search_changed" AFTER UPDATE OF "external_id" ON "subscription" FOR EACH ROW
  WHEN (OLD."external_id" IS DISTINCT FROM NEW."external_id") EXECUTE FUNCTION "keep_search_entry"('subscription', 'external_id');
CREATE TRIGGER "subscription_search_removed" AFTER DELETE ON "subscription" FOR EACH ROW EXECUTE FUNCTION "keep_search_entry"('subscription');

CREATE TRIGGER "shipment_search_added" AFTER INSERT ON "shipment" FOR EACH ROW WHEN (NEW."tracking_number" IS NOT NULL)
  EXECUTE FUNCTION "keep_search_entry"('shipment', 'tracking_number');
CREATE TRIGGER "shipment_search_changed" AFTER UPDATE OF "tracking_number" ON "shipment" FOR EACH ROW
  WHEN (OLD."tracking_number" IS DISTINCT FROM NEW."tracking_number") EXECUTE FUNCTION "keep_search_entry"('shipment', 'tracking_number');
CREATE TRIGGER "shipment_search_removed" AFTER DELETE ON "shipment" FOR EACH ROW EXECUTE FUNCTION "keep_search_entry"('shipment');

CREATE TRIGGER "product_search_added" AFTER INSERT ON "product" FOR EACH ROW
  EXECUTE FUNCTION "keep_search_entry"('product', 'name', 'sku', 'external_id');
CREATE TRIGGER "product_search_changed" AFTER UPDATE OF "name", "sku", "external_id" ON "product" FOR EACH ROW
  WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."sku" IS DISTINCT FROM NEW."sku" OR OLD."external_id" IS DISTINCT FROM NEW."external_id")
  EXECUTE FUNCTION "keep_search_entry"('product', 'name', 'sku', 'external_id');
CREATE TRIGGER "product_search_removed" AFTER DELETE ON "product" FOR EACH ROW EXECUTE FUNCTION "keep_search_entry"('product');

CREATE TRIGGER "product_instance_search_added" AFTER INSERT ON "product_instance" FOR EACH ROW
  EXECUTE FUNCTION "keep_search_entry"('product_instance', 'sku', 'external_id');
CREATE TRIGGER "product_instance_search_changed" AFTER UPDATE OF "sku", "external_id" ON "product_instance" FOR EACH ROW
  WHEN (OLD."sku" IS DISTINCT FROM NEW."sku" OR OLD."external_id" IS DISTINCT FROM NEW."external_id")
  EXECUTE FUNCTION "keep_search_entry"('product_instance', 'sku', 'external_id');
CREATE TRIGGER "product_instance_search_removed" AFTER DELETE ON "product_instance" FOR EACH ROW
  EXECUTE FUNCTION "keep_search_entry"('product_instance');

CREATE TRIGGER "coupon_search_added" AFTER INSERT ON "coupon" FOR EACH ROW
  EXECUTE FUNCTION "keep_search_entry"('coupon', 'code', 'name', 'external_id');
CREATE TRIGGER "coupon_search_changed" AFTER UPDATE OF "code", "name", "external_id" ON "coupon" FOR EACH ROW
  WHEN (OLD."code" IS DISTINCT FROM NEW."code" OR OLD."name" IS DISTINCT FROM NEW."name" OR OLD."external_id" IS DISTINCT FROM NEW."external_id")
  EXECUTE FUNCTION "keep_search_entry"('coupon', 'code', 'name', 'external_id');
CREATE TRIGGER "coupon_search_removed" AFTER DELETE ON "coupon" FOR EACH ROW EXECUTE FUNCTION "keep_search_entry"('coupon');

-- The records that are there.
INSERT INTO "search_entry" ("store_id", "kind", "record_id", "text")
SELECT "store_id", "kind", "id", ' ' || "folded" FROM (
  SELECT "store_id", "kind", "id", "search_folded"("given") AS "folded" FROM (
    SELECT "store_id", 'customer' AS "kind", "id", concat_ws(' ', "name", "email", "external_id") AS "given" FROM "customer"
    UNION ALL SELECT "store_id", 'order', "id", "external_id" FROM "order" WHERE "external_id" IS NOT NULL
    UNION ALL SELECT "store_id", 'subscription', "id", "external_id" FROM "subscription" WHERE "external_id" IS NOT NULL
    UNION ALL SELECT "store_id", 'shipment', "id", "tracking_number" FROM "shipment" WHERE "tracking_number" IS NOT NULL
    UNION ALL SELECT "store_id", 'product', "id", concat_ws(' ', "name", "sku", "external_id") FROM "product"
    UNION ALL SELECT "store_id", 'product_instance', "id", concat_ws(' ', "sku", "external_id") FROM "product_instance"
    UNION ALL SELECT "store_id", 'coupon', "id", concat_ws(' ', "code", "name", "external_id") FROM "coupon"
  ) AS "record"
) AS "searched" WHERE "folded" <> '';

CREATE INDEX "search_entry_keys" ON "search_entry" USING gin ("search_keys"("store_id", "kind", "text", true));
