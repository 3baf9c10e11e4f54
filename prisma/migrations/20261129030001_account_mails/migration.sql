-- The kinds (src/mails/kinds.ts), and those that a new store sends.
CREATE OR REPLACE FUNCTION "mail_kinds"() RETURNS TABLE ("kind" TEXT, "is_on" BOOLEAN) LANGUAGE sql IMMUTABLE AS $$
  VALUES ('order_receipt', true), ('renewal_receipt', true), ('renewal_notice', false), ('payment_failed', true), ('card_expiring', false),
    ('shipped', true), ('delivered', false), ('skipped', false), ('paused', false), ('changed', false), ('cancelled', false),
    ('refunded', true), ('credited', false), ('gift', false), ('sign_in', true), ('withdrawal_received', true)
$$;

INSERT INTO "mail_setting" ("store_id", "kind", "is_on")
SELECT "store"."id", "made"."kind", "made"."is_on" FROM "store", "mail_kinds"() AS "made" WHERE "made"."kind" IN ('sign_in', 'withdrawal_received');
