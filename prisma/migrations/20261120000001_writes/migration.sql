-- CreateEnum
CREATE TYPE "PaymentState" AS ENUM ('recorded', 'captured', 'declined', 'failed');

-- CreateEnum
CREATE TYPE "Surface" AS ENUM ('graphql', 'rest', 'worker');

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "last_order_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "anchor_day" INTEGER,
ADD COLUMN     "payment_under_way" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "quantity" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "log_entry" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "actor" TEXT NOT NULL,
    "surface" "Surface" NOT NULL,
    "operation" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "record_type" TEXT,
    "record_id" BIGINT,
    "subscription_id" BIGINT,
    "order_id" BIGINT,
    "note" TEXT,
    "changes" JSONB NOT NULL DEFAULT '{}',
    "refused_by" TEXT,
    "message" TEXT,

    CONSTRAINT "log_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "credential" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "outcome" JSONB,
    "request_hash" TEXT,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("credential","key")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "payment_method_id" BIGINT NOT NULL,
    "subscription_id" BIGINT,
    "order_id" BIGINT,
    "reference" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" "PaymentState" NOT NULL,
    "plan" JSONB NOT NULL,
    "gateway_reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_charge" (
    "reference" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "captured" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_charge_pkey" PRIMARY KEY ("reference")
);

-- CreateIndex
CREATE INDEX "log_entry_store_id_subscription_id_id_idx" ON "log_entry"("store_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "log_entry_store_id_order_id_id_idx" ON "log_entry"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_reference_key" ON "payment"("reference");

-- CreateIndex
CREATE INDEX "payment_store_id_customer_id_created_at_idx" ON "payment"("store_id", "customer_id", "created_at");

-- CreateIndex
CREATE INDEX "payment_store_id_payment_method_id_idx" ON "payment"("store_id", "payment_method_id");

-- CreateIndex
CREATE INDEX "payment_store_id_subscription_id_idx" ON "payment"("store_id", "subscription_id");

-- CreateIndex
CREATE INDEX "payment_store_id_order_id_idx" ON "payment"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "payment_state_created_at_idx" ON "payment"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_store_id_id_key" ON "payment"("store_id", "id");

-- AddForeignKey
ALTER TABLE "log_entry" ADD CONSTRAINT "log_entry_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "log_entry" ADD CONSTRAINT "log_entry_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_store_id_payment_method_id_fkey" FOREIGN KEY ("store_id", "payment_method_id") REFERENCES "payment_method"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What schema.prisma cannot say.

-- One payment at a time for a subscription: of two renewals at once the second is refused.
CREATE UNIQUE INDEX "payment_under_way_key" ON "payment"("subscription_id") WHERE "state" = 'recorded';

-- Time moves on with every renewal.
ALTER TABLE "product_billing" ADD CONSTRAINT "product_billing_moves_on" CHECK ("rebill_months" >= 0 AND COALESCE("rebill_weeks", 0) >= 0 AND "rebill_months" + COALESCE("rebill_weeks", 0) > 0);
ALTER TABLE "subscription_type_term" ADD CONSTRAINT "subscription_type_term_cycles" CHECK ("num_cycles" > 0);
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_quantity" CHECK ("quantity" > 0);

-- Customers that were there before know when they last ordered.
UPDATE "customer" SET "last_order_at" = (SELECT max("placed_at") FROM "order" WHERE "order"."store_id" = "customer"."store_id" AND "order"."customer_id" = "customer"."id");

-- What customers and products say of their subscriptions, kept by the database so that no write can forget it.
CREATE FUNCTION "keep_subscription_summaries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "customer" SET "subscription_status" = "now"."status"
  FROM (
    SELECT "touched"."store_id", "touched"."customer_id", (
      SELECT "status"::text::"CustomerSubscriptionStatus" FROM "subscription"
      WHERE "subscription"."store_id" = "touched"."store_id" AND "subscription"."customer_id" = "touched"."customer_id"
      ORDER BY array_position(ARRAY['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired'], "status"::text) LIMIT 1
    ) AS "status"
    FROM (SELECT DISTINCT "store_id", "customer_id" FROM "changed") AS "touched"
  ) AS "now"
  WHERE "customer"."store_id" = "now"."store_id" AND "customer"."id" = "now"."customer_id"
    AND "customer"."subscription_status" IS DISTINCT FROM "now"."status";

  UPDATE "product" SET "has_subscribers" = "now"."has"
  FROM (
    SELECT "touched"."store_id", "touched"."product_id", EXISTS (
      SELECT FROM "subscription"
      WHERE "subscription"."store_id" = "touched"."store_id" AND "subscription"."product_id" = "touched"."product_id"
        AND "status" NOT IN ('cancelled', 'expired')
    ) AS "has"
    FROM (SELECT DISTINCT "store_id", "product_id" FROM "changed") AS "touched"
  ) AS "now"
  WHERE "product"."store_id" = "now"."store_id" AND "product"."id" = "now"."product_id"
    AND "product"."has_subscribers" IS DISTINCT FROM "now"."has";
  RETURN NULL;
END $$;

CREATE TRIGGER "subscription_added" AFTER INSERT ON "subscription"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_subscription_summaries"();
CREATE TRIGGER "subscription_changed" AFTER UPDATE ON "subscription"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_subscription_summaries"();
