-- The slug of an archived product comes free; restoring the product asks for it again.
DROP INDEX "product_store_id_slug_key";
CREATE UNIQUE INDEX "product_store_id_slug_key" ON "product"("store_id", "slug") WHERE NOT "deleted";
