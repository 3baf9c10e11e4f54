-- AlterEnum
ALTER TYPE "PastDueReason" ADD VALUE 'too_many_tries';

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "charge_on_new_card" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "backup_payment_method_id" BIGINT,
ADD COLUMN     "backup_tried_for" BIGINT,
ADD COLUMN     "is_hard_declined" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "advice" TEXT,
ADD COLUMN     "decline_code" TEXT,
ADD COLUMN     "network_advice" TEXT,
ADD COLUMN     "payment_method_id" BIGINT;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_backup_payment_method_id_fkey" FOREIGN KEY ("store_id", "backup_payment_method_id") REFERENCES "payment_method"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What schema.prisma cannot say.

CREATE INDEX "subscription_backup_payment_method" ON "subscription" ("store_id", "backup_payment_method_id") WHERE "backup_payment_method_id" IS NOT NULL;
-- `declinedTries` has the same words.
CREATE INDEX "transaction_declined" ON "transaction" ("store_id", "payment_method_id", "created_at") WHERE "result" = 'failed' AND "kind" = 'payment';
