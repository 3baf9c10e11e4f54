-- CreateEnum
CREATE TYPE "SubscriptionMovementKind" AS ENUM ('new', 'reactivation', 'expansion', 'contraction', 'churn', 'paused', 'resumed', 'gift_ended', 'none');

-- CreateEnum
CREATE TYPE "SubscriptionMovementOrigin" AS ENUM ('written', 'filled_in');

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "counted_runs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "counted_since" TIMESTAMPTZ(0),
ADD COLUMN     "counted_subscriptions" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "has_movements" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "paused_subscriptions" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "paying_subscriptions" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "order" ADD COLUMN     "paid_at" TIMESTAMPTZ(0);

-- AlterTable
ALTER TABLE "order_product" ADD COLUMN     "forever_discount" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "paid_number" INTEGER;

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "exact_since" TIMESTAMPTZ(0),
ADD COLUMN     "filled_in_at" TIMESTAMPTZ(0),
ADD COLUMN     "is_filled_in" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "first_paid_at" TIMESTAMPTZ(0),
ADD COLUMN     "is_counted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "paid_orders" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "recurring_months" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "recurring_price" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "recurring_weeks" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "subscription_movement" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "known_at" TIMESTAMPTZ(0) NOT NULL,
    "kind" "SubscriptionMovementKind" NOT NULL,
    "origin" "SubscriptionMovementOrigin" NOT NULL DEFAULT 'written',
    "request_id" TEXT,
    "subscription_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "is_first" BOOLEAN NOT NULL,
    "is_gift" BOOLEAN NOT NULL,
    "first_paid_at" TIMESTAMPTZ(0),
    "since" TIMESTAMPTZ(0),
    "from_status" "SubscriptionStatus",
    "to_status" "SubscriptionStatus" NOT NULL,
    "from_counted" BOOLEAN NOT NULL,
    "to_counted" BOOLEAN NOT NULL,
    "from_autorenew" BOOLEAN,
    "to_autorenew" BOOLEAN NOT NULL,
    "from_price" BIGINT NOT NULL,
    "to_price" BIGINT NOT NULL,
    "from_months" INTEGER NOT NULL,
    "to_months" INTEGER NOT NULL,
    "from_weeks" INTEGER NOT NULL,
    "to_weeks" INTEGER NOT NULL,
    "from_product_id" BIGINT,
    "from_instance_id" BIGINT,
    "to_instance_id" BIGINT NOT NULL,
    "from_term_id" BIGINT,
    "to_term_id" BIGINT NOT NULL,
    "from_country" TEXT,
    "to_country" TEXT NOT NULL,
    "counted_before" INTEGER NOT NULL,
    "counted_after" INTEGER NOT NULL,
    "paused_before" INTEGER NOT NULL,
    "paused_after" INTEGER NOT NULL,
    "paying_before" INTEGER NOT NULL,
    "paying_after" INTEGER NOT NULL,
    "coupon_id" BIGINT,
    "cancel_reason" INTEGER,
    "past_due_reason" "PastDueReason",
    "failed_total" BIGINT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "subscription_movement_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "subscription_movement_store_id_at_id_idx" ON "subscription_movement"("store_id", "at", "id");

-- CreateIndex
CREATE INDEX "subscription_movement_store_id_subscription_id_id_idx" ON "subscription_movement"("store_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "subscription_movement_store_id_customer_id_id_idx" ON "subscription_movement"("store_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "subscription_movement_store_id_product_id_id_idx" ON "subscription_movement"("store_id", "product_id", "id");

-- CreateIndex
CREATE INDEX "subscription_movement_store_id_changed_in_id_idx" ON "subscription_movement"("store_id", "changed_in", "id");

-- AddForeignKey
ALTER TABLE "subscription_movement" ADD CONSTRAINT "subscription_movement_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_movement" ADD CONSTRAINT "subscription_movement_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_movement" ADD CONSTRAINT "subscription_movement_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is there already is filled in by a job; new customers and stores begin with movements.
ALTER TABLE "customer" ALTER COLUMN "has_movements" SET DEFAULT true;
ALTER TABLE "store" ALTER COLUMN "is_filled_in" SET DEFAULT true;

-- A subscription counts in figures from its first order with an amount to pay, until it has ended or its renewal is given up.
CREATE FUNCTION "subscription_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."is_counted" := NEW."first_paid_at" IS NOT NULL AND NOT NEW."is_test" AND (
    NEW."status" = 'active'
    OR NEW."status" = 'past_due' AND NEW."next_try_at" IS NOT NULL
    OR NEW."status" = 'cancelled' AND coalesce(NEW."end_date" > NEW."cancelled_at", true)
  );
  RETURN NEW;
END $$;
CREATE TRIGGER "subscription_counted" BEFORE INSERT OR UPDATE OF "first_paid_at", "is_test", "status", "next_try_at", "end_date", "cancelled_at", "is_counted"
  ON "subscription" FOR EACH ROW EXECUTE FUNCTION "subscription_counts"();

CREATE TRIGGER "subscription_movement_marked" BEFORE UPDATE ON "subscription_movement"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();

CREATE TRIGGER "subscription_movement_leaves_tombstones" AFTER DELETE ON "subscription_movement" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "leave_tombstones"();

-- Nobody reads what movements count of a customer.
CREATE OR REPLACE FUNCTION "mark_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "shown" "customer" := NEW;
BEGIN
  "shown"."last_order_at" := OLD."last_order_at";
  "shown"."email_key" := OLD."email_key";
  "shown"."email_repetition" := OLD."email_repetition";
  "shown"."counted_subscriptions" := OLD."counted_subscriptions";
  "shown"."paused_subscriptions" := OLD."paused_subscriptions";
  "shown"."paying_subscriptions" := OLD."paying_subscriptions";
  "shown"."counted_runs" := OLD."counted_runs";
  "shown"."counted_since" := OLD."counted_since";
  "shown"."has_movements" := OLD."has_movements";
  IF OLD IS DISTINCT FROM "shown" THEN
    NEW."updated_at" := now();
    NEW."changed_in" := "this_transaction"();
  END IF;
  RETURN NEW;
END $$;

-- Customers that the job has still to fill in.
CREATE INDEX "customer_unfilled_idx" ON "customer"("store_id", "id") WHERE NOT "has_movements";
