-- The first refund of the act that gave a refund: those that were given before are acts of their own.
ALTER TABLE "refund" ADD COLUMN     "act_id" BIGINT;
ALTER TABLE "refund" DISABLE TRIGGER "refund_marked";
UPDATE "refund" SET "act_id" = "id";
ALTER TABLE "refund" ENABLE TRIGGER "refund_marked";
ALTER TABLE "refund" ALTER COLUMN "act_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "refund_store_id_act_id_id_idx" ON "refund"("store_id", "act_id", "id");

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_store_id_act_id_fkey" FOREIGN KEY ("store_id", "act_id") REFERENCES "refund"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
