-- Renewals of one customer that met in two processes locked each other out, one of them to be tried again a second later. Of a table
-- that has a trigger before updates PostgreSQL takes every generated column to be updated by every update; and one of those is part
-- of a key here, so that counting an order held the customer as if its key changed, against all who only refer to it. The trigger
-- writes the column now, as it writes the other one of the key.
ALTER TABLE "customer" ALTER COLUMN "email_key" DROP EXPRESSION;
ALTER TABLE "customer" ALTER COLUMN "email_key" SET DEFAULT '';

DROP TRIGGER "customer_email_taken" ON "customer";

-- Who takes another address may share it with nobody.
CREATE OR REPLACE FUNCTION "take_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."email_key" := lower(NEW."email" COLLATE "C");
  IF TG_OP = 'UPDATE' AND OLD."email_key" <> NEW."email_key" THEN
    NEW."email_repetition" := 0;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "customer_email_taken" BEFORE INSERT OR UPDATE OF "email", "email_key" ON "customer"
  FOR EACH ROW EXECUTE FUNCTION "take_email"();
