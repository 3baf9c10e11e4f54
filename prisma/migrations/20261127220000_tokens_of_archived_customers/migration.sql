-- Tokens of customers who were archived within the life of a token are refused: these are read with the settings of their store.
CREATE INDEX "customer_store_id_updated_at_archived" ON "customer"("store_id", "updated_at") WHERE "archived_at" IS NOT NULL;
