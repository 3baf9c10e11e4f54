-- A gift does not renew by itself. Those that said so were never charged: they expired at their end date like all others.
UPDATE "subscription" SET "autorenew" = false WHERE "is_gift" AND "autorenew";

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_gift_does_not_renew" CHECK (NOT ("is_gift" AND "autorenew"));
