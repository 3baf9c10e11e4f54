-- DropIndex
DROP INDEX "payment_state_created_at_idx";

-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN     "payment_id" BIGINT;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "looks" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sandbox_charge" ADD COLUMN     "refunded_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "unpaid_order_id" BIGINT;

-- AlterTable
ALTER TABLE "subscription_coupon" ADD COLUMN     "unpaid_order_id" BIGINT;

-- CreateIndex
CREATE INDEX "idempotency_key_payment_id_idx" ON "idempotency_key"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_store_id_unpaid_order_id_key" ON "subscription"("store_id", "unpaid_order_id");

-- CreateIndex
CREATE INDEX "subscription_coupon_store_id_unpaid_order_id_idx" ON "subscription_coupon"("store_id", "unpaid_order_id");

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_unpaid_order_id_fkey" FOREIGN KEY ("store_id", "unpaid_order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_coupon" ADD CONSTRAINT "subscription_coupon_store_id_unpaid_order_id_fkey" FOREIGN KEY ("store_id", "unpaid_order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- One payment at a time that may still become an order of a subscription: of two renewals at once the second is refused.
DROP INDEX "payment_under_way_key";
CREATE UNIQUE INDEX "payment_under_way_key" ON "payment"("subscription_id") WHERE "state" IN ('recorded', 'asked', 'given_up');

-- What is to be looked after.
CREATE INDEX "payment_due" ON "payment"("due_at") WHERE "due_at" IS NOT NULL;

-- Payments that were open may have been charged; those that were given up are looked for once more, and a charge is given back.
UPDATE "payment" SET "state" = 'asked', "asked_at" = "created_at", "due_at" = "created_at" + interval '60 seconds' WHERE "state" = 'recorded';
UPDATE "payment" SET "state" = 'withdrawn', "asked_at" = "created_at", "due_at" = clock_timestamp() WHERE "state" = 'failed';

-- Their keys stay with them.
UPDATE "idempotency_key" SET "payment_id" = "payment"."id" FROM "payment"
WHERE "payment"."state" = 'asked' AND "idempotency_key"."outcome" IS NULL
  AND "idempotency_key"."credential" = "payment"."plan" -> 'claim' ->> 'credential'
  AND "idempotency_key"."key" = "payment"."plan" -> 'claim' ->> 'key';

-- A subscription that is past due waits for its newest renewal order that was not paid, unless a later one was.
UPDATE "subscription" SET "unpaid_order_id" = "found"."id" FROM (
  SELECT DISTINCT ON ("line"."store_id", "line"."subscription_id") "order"."store_id", "line"."subscription_id", "order"."id"
  FROM "order"
  JOIN "order_product" AS "line" ON "line"."store_id" = "order"."store_id" AND "line"."order_id" = "order"."id"
  WHERE "is_renewal" AND "financial_status" = 'unpaid' AND "order"."status" = 'open'
    AND NOT EXISTS (
      SELECT FROM "order_product" AS "other"
      WHERE "other"."store_id" = "line"."store_id" AND "other"."order_id" = "line"."order_id" AND "other"."id" <> "line"."id"
    )
    AND NOT EXISTS (
      SELECT FROM "order_product" AS "other"
      JOIN "order" AS "later" ON "later"."store_id" = "other"."store_id" AND "later"."id" = "other"."order_id"
      WHERE "other"."store_id" = "line"."store_id" AND "other"."subscription_id" = "line"."subscription_id"
        AND "later"."financial_status" <> 'unpaid' AND "later"."placed_at" >= "order"."placed_at"
    )
  ORDER BY "line"."store_id", "line"."subscription_id", "order"."id" DESC
) AS "found"
WHERE "subscription"."store_id" = "found"."store_id" AND "subscription"."id" = "found"."subscription_id"
  AND "subscription"."status" = 'past_due';

-- What lowers it is taken now, as far as it is still there.
UPDATE "order" SET "credit_applied" = LEAST("order"."credit_applied", COALESCE("subscription"."credit", 0)) FROM "subscription"
WHERE "subscription"."store_id" = "order"."store_id" AND "subscription"."unpaid_order_id" = "order"."id" AND "credit_applied" > 0;
UPDATE "subscription" SET "credit" = "credit" - "order"."credit_applied" FROM "order"
WHERE "subscription"."store_id" = "order"."store_id" AND "subscription"."unpaid_order_id" = "order"."id" AND "credit_applied" > 0;
UPDATE "subscription_coupon" SET "unpaid_order_id" = "subscription"."unpaid_order_id" FROM "subscription"
JOIN "payment" ON "payment"."store_id" = "subscription"."store_id" AND "payment"."order_id" = "subscription"."unpaid_order_id"
WHERE "subscription_coupon"."store_id" = "subscription"."store_id" AND "subscription_coupon"."subscription_id" = "subscription"."id"
  AND "applied_at" IS NULL AND "payment"."plan" -> 'subscriptionCouponIds' @> to_jsonb("subscription_coupon"."id");

-- All other orders of renewals that failed wait for nothing: a later try made an order of its own, or the subscription ended.
UPDATE "order" SET "status" = 'closed'
WHERE "is_renewal" AND "financial_status" = 'unpaid' AND "status" = 'open'
  AND EXISTS (
    SELECT FROM "transaction"
    WHERE "transaction"."store_id" = "order"."store_id" AND "transaction"."order_id" = "order"."id" AND "result" = 'failed'
  )
  AND NOT EXISTS (
    SELECT FROM "transaction"
    WHERE "transaction"."store_id" = "order"."store_id" AND "transaction"."order_id" = "order"."id" AND "result" <> 'failed'
  )
  AND NOT EXISTS (
    SELECT FROM "subscription"
    WHERE "subscription"."store_id" = "order"."store_id" AND "subscription"."unpaid_order_id" = "order"."id"
  );
