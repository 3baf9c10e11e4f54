-- PostgreSQL had cut the name, which says what two prices must not share.
ALTER INDEX "product_instance_subscription_type_term_price_store_id_prod_key" RENAME TO "product_instance_term_store_id_product_instance_id_term_id_key";
