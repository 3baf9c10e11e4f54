-- A store may count its pages from 0 or from 1, whatever the server does.
ALTER TABLE "store" ADD COLUMN "page_base" INTEGER;
ALTER TABLE "store" ADD CONSTRAINT "store_page_base" CHECK ("page_base" IN (0, 1));

-- E-mail addresses are matched in any case. Only ASCII letters have two cases here: what is the same must not hang on the
-- database's locale.
ALTER TABLE "customer"
  ADD COLUMN "email_key" TEXT NOT NULL GENERATED ALWAYS AS (lower("email" COLLATE "C")) STORED,
  ADD COLUMN "email_repetition" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "customer" ADD CONSTRAINT "customer_email_repetition" CHECK ("email_repetition" >= 0);

-- From now on an address is one customer's of the store. Those who shared one stay as they are, numbered from the oldest;
-- `tandem doctor` names them.
UPDATE "customer" SET "email_repetition" = "numbered"."repetition"
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "store_id", "email_key" ORDER BY "id") - 1 AS "repetition" FROM "customer"
) AS "numbered"
WHERE "customer"."id" = "numbered"."id" AND "numbered"."repetition" > 0;

-- CreateIndex
CREATE UNIQUE INDEX "customer_store_id_email_key_email_repetition_key" ON "customer"("store_id", "email_key", "email_repetition");

-- Who takes another address may share it with nobody.
CREATE FUNCTION "take_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."email_repetition" := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER "customer_email_taken" BEFORE UPDATE OF "email" ON "customer" FOR EACH ROW
  WHEN (lower(OLD."email" COLLATE "C") <> lower(NEW."email" COLLATE "C")) EXECUTE FUNCTION "take_email"();

-- Where the first of several gives an address up, the next one holds it, so that nobody new can take it beside them.
CREATE FUNCTION "leave_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "customer" SET "email_repetition" = 0
  WHERE "id" = (
    SELECT "id" FROM "customer"
    WHERE "store_id" = OLD."store_id" AND "email_key" = OLD."email_key" ORDER BY "email_repetition" LIMIT 1
  );
  RETURN NULL;
END $$;
CREATE TRIGGER "customer_email_left" AFTER UPDATE OF "email" ON "customer" FOR EACH ROW
  WHEN (OLD."email_repetition" = 0 AND OLD."email_key" <> NEW."email_key") EXECUTE FUNCTION "leave_email"();
CREATE TRIGGER "customer_email_gone" AFTER DELETE ON "customer" FOR EACH ROW
  WHEN (OLD."email_repetition" = 0) EXECUTE FUNCTION "leave_email"();
