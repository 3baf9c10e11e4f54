-- What lists are counted by most is in one index each, so that no row is looked at for a count. Transactions are always counted by
-- their result too: one that is under way is not shown.
CREATE INDEX "subscription_store_id_status_id_end_date_idx" ON "subscription"("store_id", "status", "id", "end_date");
DROP INDEX "subscription_store_id_status_id_idx";
CREATE INDEX "order_store_id_status_id_placed_at_idx" ON "order"("store_id", "status", "id", "placed_at");
DROP INDEX "order_store_id_status_id_idx";
CREATE INDEX "transaction_store_id_created_at_id_result_idx" ON "transaction"("store_id", "created_at", "id", "result");
DROP INDEX "transaction_store_id_created_at_id_idx";
CREATE INDEX "transaction_store_id_order_id_id_result_idx" ON "transaction"("store_id", "order_id", "id", "result");
DROP INDEX "transaction_store_id_order_id_id_idx";
