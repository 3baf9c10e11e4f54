-- The database refuses what the rules refuse (src/db/checks.ts). Rows from before are not looked at: `tandem doctor` lists those that
-- break a CHECK, and until they are mended every change of one is refused. Stock may be negative.

ALTER TABLE "customer"
  ADD CONSTRAINT "customer_country_check" CHECK ("country" ~ '^[A-Z]{2}$') NOT VALID;

ALTER TABLE "address"
  ADD CONSTRAINT "address_country_check" CHECK ("country" ~ '^[A-Z]{2}$') NOT VALID;

ALTER TABLE "product"
  ADD CONSTRAINT "product_flat_ship_price_check" CHECK ("flat_ship_price" >= 0) NOT VALID,
  ADD CONSTRAINT "product_gift_shipping_check" CHECK ("gift_shipping" >= 0) NOT VALID,
  ADD CONSTRAINT "product_ship_weight_check" CHECK ("ship_weight" BETWEEN 0 AND 100000000000) NOT VALID,
  ADD CONSTRAINT "product_ship_option_check" CHECK ("ship_option" IN ('flat', 'weight', 'free')) NOT VALID;

ALTER TABLE "product_term_price"
  ADD CONSTRAINT "product_term_price_price_check" CHECK ("price" >= 0) NOT VALID;

ALTER TABLE "product_instance"
  ADD CONSTRAINT "product_instance_price_check" CHECK ("price" >= 0) NOT VALID,
  ADD CONSTRAINT "product_instance_ship_weight_check" CHECK ("ship_weight" BETWEEN 0 AND 100000000000) NOT VALID;

ALTER TABLE "product_instance_subscription_type_term_price"
  ADD CONSTRAINT "product_instance_subscription_type_term_price_price_check" CHECK ("price" >= 0) NOT VALID;

ALTER TABLE "coupon"
  ADD CONSTRAINT "coupon_discount_value_check" CHECK ("discount_value" >= 0 AND ("discount_type" <> 'percent' OR "discount_value" BETWEEN 1 AND 100)) NOT VALID;

ALTER TABLE "subscription"
  ADD CONSTRAINT "subscription_credit_check" CHECK ("credit" >= 0) NOT VALID,
  ADD CONSTRAINT "subscription_end_date_check" CHECK ("end_date" >= "start_date") NOT VALID;

ALTER TABLE "cart"
  ADD CONSTRAINT "cart_ship_price_check" CHECK ("ship_price" >= 0) NOT VALID,
  ADD CONSTRAINT "cart_tax_price_check" CHECK ("tax_price" >= 0) NOT VALID;

ALTER TABLE "order"
  ADD CONSTRAINT "order_card_refunded_amount_check" CHECK ("card_refunded_amount" >= 0) NOT VALID,
  ADD CONSTRAINT "order_credit_applied_check" CHECK ("credit_applied" >= 0) NOT VALID,
  ADD CONSTRAINT "order_gift_card_discount_check" CHECK ("gift_card_discount" >= 0) NOT VALID,
  ADD CONSTRAINT "order_gross_shipping_check" CHECK ("gross_shipping" >= 0) NOT VALID,
  ADD CONSTRAINT "order_prorated_charge_check" CHECK ("prorated_charge" >= 0) NOT VALID,
  ADD CONSTRAINT "order_refund_applied_check" CHECK ("refund_applied" >= 0) NOT VALID,
  ADD CONSTRAINT "order_refunded_amount_check" CHECK ("refunded_amount" >= 0) NOT VALID,
  ADD CONSTRAINT "order_sub_total_check" CHECK ("sub_total" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_app_fees_check" CHECK ("total_app_fees" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_discount_check" CHECK ("total_discount" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_label_cost_check" CHECK ("total_label_cost" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_pending_fees_check" CHECK ("total_pending_fees" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_price_check" CHECK ("total_price" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_shipping_check" CHECK ("total_shipping" >= 0) NOT VALID,
  ADD CONSTRAINT "order_total_tax_check" CHECK ("total_tax" >= 0) NOT VALID,
  ADD CONSTRAINT "order_transaction_fee_check" CHECK ("transaction_fee" >= 0) NOT VALID;

ALTER TABLE "order_product"
  ADD CONSTRAINT "order_product_price_check" CHECK ("price" >= 0) NOT VALID,
  ADD CONSTRAINT "order_product_total_check" CHECK ("total" >= 0) NOT VALID;

ALTER TABLE "transaction"
  ADD CONSTRAINT "transaction_total_check" CHECK ("total" >= 0) NOT VALID;

ALTER TABLE "payment"
  ADD CONSTRAINT "payment_amount_check" CHECK ("amount" >= 0) NOT VALID;

ALTER TABLE "fulfillment"
  ADD CONSTRAINT "fulfillment_shipping_check" CHECK ("shipping" >= 0) NOT VALID,
  ADD CONSTRAINT "fulfillment_tax_check" CHECK ("tax" >= 0) NOT VALID;

ALTER TABLE "label"
  ADD CONSTRAINT "label_cost_check" CHECK ("cost" >= 0) NOT VALID;
