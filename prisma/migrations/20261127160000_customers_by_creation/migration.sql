-- Lists of customers leave archived ones out: the index says which are, so that counts look at no row.
DROP INDEX "customer_store_id_created_at_id_idx";
CREATE INDEX "customer_store_id_created_at_id_archived_at_idx" ON "customer"("store_id", "created_at", "id", "archived_at");
