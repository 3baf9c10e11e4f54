-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "sequence" BIGINT,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "actor" TEXT NOT NULL,
    "surface" "Surface" NOT NULL,
    "operation" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "record_type" TEXT,
    "record_id" BIGINT,
    "subscription_id" BIGINT,
    "order_id" BIGINT,
    "customer_id" BIGINT,
    "changes" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "event_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "event_counter" (
    "store_id" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "forgotten_sequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_counter_pkey" PRIMARY KEY ("store_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "event_store_id_sequence_key" ON "event"("store_id", "sequence");

-- What schema.prisma cannot say: which events have no number yet, a few at any time.
CREATE INDEX "event_unnumbered" ON "event"("store_id", "id") WHERE "sequence" IS NULL;
