-- Mails to customers: a mailer of each store, which consumes its events, and the mails.
ALTER TABLE "store" ADD COLUMN "mails" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE TYPE "MailState" AS ENUM ('waiting', 'sending', 'delivered', 'failed');

CREATE TABLE "mailer" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "is_ordered" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(0),
    "probe_at" TIMESTAMPTZ(0),
    "recovered_at" TIMESTAMPTZ(0),

    CONSTRAINT "mailer_pkey" PRIMARY KEY ("store_id","id")
);
CREATE UNIQUE INDEX "mailer_store_id_key" ON "mailer"("store_id");

CREATE TABLE "mail" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "mailer_id" BIGINT NOT NULL,
    "sequence" BIGINT,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "customer_id" BIGINT,
    "order_id" BIGINT,
    "subscription_id" BIGINT,
    "facts" JSONB NOT NULL,
    "state" "MailState" NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(0),
    "scheduled_at" TIMESTAMPTZ(0),
    "subject" TEXT,
    "kept" TEXT,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "delivered_at" TIMESTAMPTZ(0),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("store_id","id")
);
CREATE UNIQUE INDEX "mail_store_id_sequence_kind_recipient_key" ON "mail"("store_id", "sequence", "kind", "recipient");
CREATE INDEX "mail_store_id_mailer_id_id_idx" ON "mail"("store_id", "mailer_id", "id");
CREATE INDEX "mail_created_at_idx" ON "mail"("created_at");

ALTER TABLE "mailer" ADD CONSTRAINT "mailer_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "mail" ADD CONSTRAINT "mail_store_id_mailer_id_fkey" FOREIGN KEY ("store_id", "mailer_id") REFERENCES "mailer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Not in schema.prisma: the mails that are not sent yet, those on their way, and those that were given up.
CREATE INDEX "mail_due" ON "mail"("store_id", "mailer_id", "next_try_at") WHERE "state" IN ('waiting', 'sending');
CREATE INDEX "mail_sending" ON "mail"("store_id", "mailer_id") WHERE "state" = 'sending';
CREATE INDEX "mail_failed" ON "mail"("store_id", "mailer_id") WHERE "state" = 'failed';

-- Stores of before send no mail about what has happened already.
INSERT INTO "mailer" ("store_id", "last_sequence")
SELECT "store"."id", coalesce("counter"."last_sequence", 0) FROM "store" LEFT JOIN "event_counter" AS "counter" ON "counter"."store_id" = "store"."id";
