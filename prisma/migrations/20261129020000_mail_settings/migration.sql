-- The settings of each kind of mails, and what all mails of a store have. Stores that are there send what they have sent.
ALTER TABLE "store" ADD COLUMN "locale" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN "brand_colour" TEXT,
ADD COLUMN "mail_sender" TEXT,
ADD COLUMN "reply_to" TEXT,
ADD COLUMN "mail_footer" TEXT,
ADD COLUMN "gift_mail_with_parcel" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "customer" ADD COLUMN "locale" TEXT;

CREATE TABLE "mail_setting" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT false,
    "words" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "mail_setting_pkey" PRIMARY KEY ("store_id","id")
);
CREATE UNIQUE INDEX "mail_setting_store_id_kind_key" ON "mail_setting"("store_id", "kind");
ALTER TABLE "mail_setting" ADD CONSTRAINT "mail_setting_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The kinds (src/mails/kinds.ts), and those that a new store sends.
CREATE FUNCTION "mail_kinds"() RETURNS TABLE ("kind" TEXT, "is_on" BOOLEAN) LANGUAGE sql IMMUTABLE AS $$
  VALUES ('order_receipt', true), ('renewal_receipt', true), ('renewal_notice', false), ('payment_failed', true), ('card_expiring', false),
    ('shipped', true), ('delivered', false), ('skipped', false), ('paused', false), ('changed', false), ('cancelled', false),
    ('refunded', true), ('credited', false), ('gift', false)
$$;

INSERT INTO "mail_setting" ("store_id", "kind", "is_on")
SELECT "store"."id", "made"."kind", "made"."kind" = ANY("store"."mails") FROM "store", "mail_kinds"() AS "made";
ALTER TABLE "store" DROP COLUMN "mails";

CREATE FUNCTION "store_has_mail_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "mail_setting" ("store_id", "kind", "is_on") SELECT NEW."id", "made"."kind", "made"."is_on" FROM "mail_kinds"() AS "made";
  RETURN NULL;
END $$;
CREATE TRIGGER "store_has_mail_settings" AFTER INSERT ON "store" FOR EACH ROW EXECUTE FUNCTION "store_has_mail_settings"();
