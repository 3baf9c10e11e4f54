-- The codes of coupons are matched in any case, as e-mail addresses are. Only ASCII letters have two cases: a match must not depend
-- on the database's locale. A trigger writes the key, see 20261122180000_customers_counted for why it is no generated column.
ALTER TABLE "coupon"
  ADD COLUMN "code_key" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "code_repetition" INTEGER NOT NULL DEFAULT 0;

-- Coupons whose codes differ only in case stay as they are, numbered from the oldest; `tandem doctor` names them.
UPDATE "coupon" SET "code_key" = "numbered"."key", "code_repetition" = "numbered"."repetition"
FROM (
  SELECT "store_id", "id", lower("code" COLLATE "C") AS "key",
    row_number() OVER (PARTITION BY "store_id", lower("code" COLLATE "C") ORDER BY "created_at", "id") - 1 AS "repetition"
  FROM "coupon"
) AS "numbered"
WHERE "coupon"."store_id" = "numbered"."store_id" AND "coupon"."id" = "numbered"."id";

ALTER TABLE "coupon" ADD CONSTRAINT "coupon_code_repetition" CHECK ("code_repetition" >= 0);

-- CreateIndex
CREATE UNIQUE INDEX "coupon_store_id_code_key_code_repetition_key" ON "coupon"("store_id", "code_key", "code_repetition");

-- A coupon that takes another code shares it with none.
CREATE FUNCTION "take_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."code_key" := lower(NEW."code" COLLATE "C");
  IF TG_OP = 'UPDATE' AND OLD."code_key" <> NEW."code_key" THEN
    NEW."code_repetition" := 0;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "coupon_code_taken" BEFORE INSERT OR UPDATE OF "code", "code_key" ON "coupon"
  FOR EACH ROW EXECUTE FUNCTION "take_code"();

-- Where the first of several gives a code up, the next one holds it, so that no new coupon can take it beside them.
CREATE FUNCTION "leave_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "coupon" SET "code_repetition" = 0
  WHERE "store_id" = OLD."store_id" AND "id" = (
    SELECT "id" FROM "coupon"
    WHERE "store_id" = OLD."store_id" AND "code_key" = OLD."code_key" ORDER BY "code_repetition" LIMIT 1
  );
  RETURN NULL;
END $$;
CREATE TRIGGER "coupon_code_left" AFTER UPDATE OF "code" ON "coupon" FOR EACH ROW
  WHEN (OLD."code_repetition" = 0 AND OLD."code_key" <> NEW."code_key") EXECUTE FUNCTION "leave_code"();
CREATE TRIGGER "coupon_code_gone" AFTER DELETE ON "coupon" FOR EACH ROW
  WHEN (OLD."code_repetition" = 0) EXECUTE FUNCTION "leave_code"();

-- The code that a coupon was added to a subscription by is matched alike.
ALTER TABLE "subscription_coupon" ADD COLUMN "code_used_key" TEXT NOT NULL DEFAULT '';
UPDATE "subscription_coupon" SET "code_used_key" = lower("code_used" COLLATE "C");
CREATE FUNCTION "use_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."code_used_key" := lower(NEW."code_used" COLLATE "C");
  RETURN NEW;
END $$;
CREATE TRIGGER "subscription_coupon_code_used" BEFORE INSERT OR UPDATE OF "code_used", "code_used_key" ON "subscription_coupon"
  FOR EACH ROW EXECUTE FUNCTION "use_code"();
