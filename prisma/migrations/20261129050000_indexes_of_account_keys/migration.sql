-- CreateIndex
CREATE INDEX "account_link_store_id_withdrawal_id_idx" ON "account_link"("store_id", "withdrawal_id");

-- CreateIndex
CREATE INDEX "cancel_offer_store_id_coupon_id_idx" ON "cancel_offer"("store_id", "coupon_id");

-- CreateIndex
CREATE INDEX "cancellation_reason_store_id_coupon_id_idx" ON "cancellation_reason"("store_id", "coupon_id");
