-- A copy of a database does not act: it finds itself elsewhere than where it last ran.

-- CreateTable
CREATE TABLE "installation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "place" JSONB,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "attempt" INTEGER;

-- CreateIndex
CREATE INDEX "payment_store_id_subscription_id_attempt_idx" ON "payment"("store_id", "subscription_id", "attempt");

-- DropIndex
DROP INDEX "payment_store_id_subscription_id_idx";

-- What schema.prisma cannot say.

CREATE UNIQUE INDEX "installation_one_key" ON "installation"((true));
-- The sequences of the last epoch end below 2^53.
ALTER TABLE "installation" ADD CONSTRAINT "installation_epoch_check" CHECK ("epoch" BETWEEN 0 AND 9006);

INSERT INTO "installation" DEFAULT VALUES;
