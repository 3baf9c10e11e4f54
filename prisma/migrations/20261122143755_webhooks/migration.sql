-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('waiting', 'sending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "webhook" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_ordered" BOOLEAN NOT NULL DEFAULT false,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_works_until" TIMESTAMPTZ(0),
    "last_sequence" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "rotated_at" TIMESTAMPTZ(0),
    "disabled_at" TIMESTAMPTZ(0),
    "disabled_because" TEXT,
    "deleted_at" TIMESTAMPTZ(0),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "webhook_id" BIGINT NOT NULL,
    "sequence" BIGINT,
    "event_type" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(0),
    "sent_to" TEXT,
    "status" INTEGER,
    "answer" TEXT,
    "fault" TEXT,
    "milliseconds" INTEGER,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "delivered_at" TIMESTAMPTZ(0),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_store_id_webhook_id_id_idx" ON "webhook_delivery"("store_id", "webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_store_id_webhook_id_sequence_key" ON "webhook_delivery"("store_id", "webhook_id", "sequence");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_store_id_webhook_id_fkey" FOREIGN KEY ("store_id", "webhook_id") REFERENCES "webhook"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say. What is not sent yet, by when it is sent and by the order of its events, in which tests come first;
-- what is on its way; what was given up. Each is little beside what was delivered.
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("store_id", "webhook_id", "next_try_at") WHERE "state" IN ('waiting', 'sending');
CREATE INDEX "webhook_delivery_order" ON "webhook_delivery"("store_id", "webhook_id", "sequence" NULLS FIRST) WHERE "state" IN ('waiting', 'sending');
CREATE INDEX "webhook_delivery_sending" ON "webhook_delivery"("store_id", "webhook_id") WHERE "state" = 'sending';
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery"("store_id", "webhook_id") WHERE "state" = 'failed';
