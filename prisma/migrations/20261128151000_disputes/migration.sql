-- CreateEnum
CREATE TYPE "DisputeStatus" AS ENUM ('inquiry', 'needs_response', 'under_review', 'won', 'lost', 'closed');

-- AlterEnum
ALTER TYPE "TransactionKind" ADD VALUE 'dispute';

-- AlterTable
ALTER TABLE "gateway_account" ADD COLUMN     "disputes_listed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "keeps_disputed_renewals" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "dispute" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "gateway" TEXT NOT NULL,
    "gateway_reference" TEXT NOT NULL,
    "charge" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "status" "DisputeStatus" NOT NULL,
    "evidence_due_at" TIMESTAMPTZ(0),
    "is_withdrawn" BOOLEAN NOT NULL DEFAULT false,
    "transaction_id" BIGINT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "closed_at" TIMESTAMPTZ(0),
    "is_stopping" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "dispute_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "gateway_dispute" (
    "store_id" BIGINT NOT NULL,
    "gateway" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "looks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "gateway_dispute_pkey" PRIMARY KEY ("store_id","gateway","reference")
);

-- CreateIndex
CREATE INDEX "dispute_store_id_order_id_id_idx" ON "dispute"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "dispute_store_id_status_id_idx" ON "dispute"("store_id", "status", "id");

-- CreateIndex
CREATE INDEX "dispute_store_id_created_at_id_idx" ON "dispute"("store_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "dispute_store_id_changed_in_id_idx" ON "dispute"("store_id", "changed_in", "id");

-- CreateIndex
CREATE UNIQUE INDEX "dispute_store_id_gateway_gateway_reference_key" ON "dispute"("store_id", "gateway", "gateway_reference");

-- CreateIndex
CREATE INDEX "gateway_dispute_due_at_idx" ON "gateway_dispute"("due_at");

-- CreateIndex
CREATE INDEX "gateway_dispute_created_at_idx" ON "gateway_dispute"("created_at");

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway_dispute" ADD CONSTRAINT "gateway_dispute_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- The order of a disputed charge.
CREATE INDEX "payment_gateway_reference" ON "payment" ("store_id", "gateway_reference") WHERE "gateway_reference" IS NOT NULL;

CREATE TRIGGER "dispute_marked" BEFORE UPDATE ON "dispute"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "mark_row"();
CREATE TRIGGER "dispute_leaves_tombstones" AFTER DELETE ON "dispute" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "leave_tombstones"();
