-- CreateEnum
CREATE TYPE "TransactionKind" AS ENUM ('payment', 'refund');

-- CreateEnum
CREATE TYPE "RefundStatus" AS ENUM ('pending', 'unknown', 'done', 'failed');

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "credit" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sandbox_charge" ADD COLUMN     "token" TEXT NOT NULL DEFAULT 'tok_succeed';

-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "kind" "TransactionKind" NOT NULL DEFAULT 'payment',
ADD COLUMN     "refund_id" BIGINT,
ADD COLUMN     "reversed_at" TIMESTAMPTZ(0);

-- CreateTable
CREATE TABLE "refund" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "status" "RefundStatus" NOT NULL,
    "amount" BIGINT NOT NULL,
    "card_amount" BIGINT NOT NULL,
    "credit_amount" BIGINT NOT NULL,
    "shipping" BIGINT NOT NULL,
    "tax" BIGINT NOT NULL,
    "reason" TEXT,
    "restock" BOOLEAN NOT NULL DEFAULT false,
    "failure_reason" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "settled_at" TIMESTAMPTZ(0),
    "gateway_reference" TEXT,
    "reference" TEXT NOT NULL,
    "charge" TEXT,
    "accepted_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "looks" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "refund_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "refund_line" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "refund_id" BIGINT NOT NULL,
    "order_product_id" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "shipping" BIGINT NOT NULL,
    "tax" BIGINT NOT NULL,
    "card_amount" BIGINT NOT NULL,
    "restocked" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "refund_line_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "credit_entry" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT,
    "refund_id" BIGINT,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "sandbox_refund" (
    "reference" TEXT NOT NULL,
    "charge" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "declined" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_refund_pkey" PRIMARY KEY ("reference")
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_reference_key" ON "refund"("reference");

-- CreateIndex
CREATE INDEX "refund_store_id_order_id_id_idx" ON "refund"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "refund_store_id_status_id_idx" ON "refund"("store_id", "status", "id");

-- CreateIndex
CREATE INDEX "refund_store_id_created_at_id_idx" ON "refund"("store_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refund_store_id_changed_in_id_idx" ON "refund"("store_id", "changed_in", "id");

-- CreateIndex
CREATE INDEX "refund_line_store_id_order_product_id_idx" ON "refund_line"("store_id", "order_product_id");

-- CreateIndex
CREATE UNIQUE INDEX "refund_line_store_id_refund_id_order_product_id_key" ON "refund_line"("store_id", "refund_id", "order_product_id");

-- CreateIndex
CREATE INDEX "credit_entry_store_id_customer_id_id_idx" ON "credit_entry"("store_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "credit_entry_store_id_changed_in_id_idx" ON "credit_entry"("store_id", "changed_in", "id");

-- CreateIndex
CREATE INDEX "credit_entry_store_id_refund_id_idx" ON "credit_entry"("store_id", "refund_id");

-- CreateIndex
CREATE INDEX "sandbox_refund_charge_idx" ON "sandbox_refund"("charge");

-- CreateIndex
CREATE INDEX "transaction_store_id_refund_id_idx" ON "transaction"("store_id", "refund_id");

-- AddForeignKey
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_store_id_refund_id_fkey" FOREIGN KEY ("store_id", "refund_id") REFERENCES "refund"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_store_id_refund_id_fkey" FOREIGN KEY ("store_id", "refund_id") REFERENCES "refund"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_store_id_order_product_id_fkey" FOREIGN KEY ("store_id", "order_product_id") REFERENCES "order_product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_store_id_refund_id_fkey" FOREIGN KEY ("store_id", "refund_id") REFERENCES "refund"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The refunds of the sandbox move to a table of their own; each of them is of a whole charge that came too late.
INSERT INTO "sandbox_refund" ("reference", "charge", "amount", "created_at")
SELECT 'refund_' || "reference", 'sandbox_' || "reference", "amount", "refunded_at" FROM "sandbox_charge" WHERE "refunded_at" IS NOT NULL;
ALTER TABLE "sandbox_charge" DROP COLUMN "refunded_at";

UPDATE "transaction" SET "kind" = 'refund' WHERE "result" = 'refunded';

-- What goes to the card and what becomes credit make up the refund.
ALTER TABLE "refund" ADD CONSTRAINT "refund_amount_check" CHECK ("amount" > 0);
ALTER TABLE "refund" ADD CONSTRAINT "refund_parts" CHECK ("card_amount" >= 0 AND "credit_amount" >= 0 AND "card_amount" + "credit_amount" = "amount");
ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_parts" CHECK ("quantity" >= 0 AND "amount" >= 0 AND "shipping" >= 0 AND "tax" >= 0 AND "card_amount" >= 0 AND "restocked" >= 0);
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_amount_check" CHECK ("amount" <> 0);

-- Refunds to be asked about at the gateway.
CREATE INDEX "refund_due" ON "refund"("due_at") WHERE "due_at" IS NOT NULL;

CREATE FUNCTION "mark_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."reference" := NEW."reference";
  OLD."charge" := NEW."charge";
  OLD."accepted_at" := NEW."accepted_at";
  OLD."due_at" := NEW."due_at";
  OLD."looks" := NEW."looks";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "refund_marked" BEFORE UPDATE ON "refund"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_refund"();
CREATE TRIGGER "credit_entry_marked" BEFORE UPDATE ON "credit_entry"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
