-- Mails that are not sent since there is no relay, when a relay was last seen, and addresses that take no mails.
ALTER TYPE "MailState" ADD VALUE IF NOT EXISTS 'unsent';
ALTER TABLE "installation" ADD COLUMN "relay_seen_at" TIMESTAMPTZ(3);
ALTER TABLE "customer" ADD COLUMN "mail_refused_at" TIMESTAMPTZ(0),
ADD COLUMN "mail_refused_because" TEXT;

-- Not in schema.prisma: the mails that were not sent, which metrics count, and those that are kept, which /mailbox lists.
CREATE INDEX "mail_unsent" ON "mail"("store_id") WHERE "kept" = 'no_relay';
CREATE INDEX "mail_kept" ON "mail"("created_at", "id") WHERE "kept" IN ('test_clock', 'demo');
