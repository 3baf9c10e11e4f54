-- Every purchase writes a transaction that is no refund, and a movement whose order is not made yet.
DROP INDEX "transaction_store_id_refund_id_idx";
CREATE INDEX "transaction_refund" ON "transaction" ("store_id", "refund_id") WHERE "refund_id" IS NOT NULL;
DROP INDEX "inventory_movement_store_id_order_id_id_idx";
CREATE INDEX "inventory_movement_order" ON "inventory_movement" ("store_id", "order_id", "id") WHERE "order_id" IS NOT NULL;
