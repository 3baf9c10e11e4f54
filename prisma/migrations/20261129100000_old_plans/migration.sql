-- Payments that were captured long ago have no plan any more; of it the fingerprint of the request that named the order is kept.
ALTER TABLE "payment" ALTER COLUMN "plan" DROP NOT NULL, ADD COLUMN "request_hash" TEXT;
ALTER TABLE "payment" ADD CONSTRAINT "payment_plan_of_open" CHECK ("plan" IS NOT NULL OR ("state" = 'captured' AND "due_at" IS NULL));
CREATE INDEX "payment_old_plan" ON "payment" ("settled_at") WHERE "state" = 'captured' AND "plan" IS NOT NULL;

-- Old charges of the sandbox are deleted, by their time.
CREATE INDEX "sandbox_charge_created_at_idx" ON "sandbox_charge" ("created_at");
