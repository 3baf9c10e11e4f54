-- CreateEnum
CREATE TYPE "SubscriptionStatus" AS ENUM ('unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due');

-- CreateEnum
CREATE TYPE "CustomerSubscriptionStatus" AS ENUM ('none', 'unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('open', 'closed');

-- CreateEnum
CREATE TYPE "OrderFinancialStatus" AS ENUM ('unpaid', 'paid', 'partially_refunded', 'refunded');

-- CreateEnum
CREATE TYPE "OrderFulfillmentStatus" AS ENUM ('unfulfilled', 'partial', 'fulfilled');

-- CreateEnum
CREATE TYPE "TransactionResult" AS ENUM ('authorized', 'captured', 'failed', 'refunded');

-- CreateEnum
CREATE TYPE "ShipmentStatus" AS ENUM ('unshipped', 'shipped', 'cancelled');

-- CreateEnum
CREATE TYPE "FulfillmentStatus" AS ENUM ('open', 'fulfilled', 'cancelled');

-- CreateEnum
CREATE TYPE "CouponDiscountType" AS ENUM ('percent', 'amount');

-- CreateTable
CREATE TABLE "store" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "store_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merchant_key" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "revoked_at" TIMESTAMPTZ(0),

    CONSTRAINT "merchant_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "num_orders" INTEGER NOT NULL DEFAULT 0,
    "num_subscriptions" INTEGER NOT NULL DEFAULT 0,
    "total_revenue" BIGINT NOT NULL DEFAULT 0,
    "subscription_status" "CustomerSubscriptionStatus" NOT NULL DEFAULT 'none',
    "store_settings" JSONB,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "address" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "to" TEXT NOT NULL,
    "company" TEXT NOT NULL DEFAULT '',
    "street" TEXT NOT NULL,
    "unit" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "zip_code" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL DEFAULT '',
    "icon" TEXT NOT NULL DEFAULT 'home',
    "status" INTEGER NOT NULL DEFAULT 0,
    "status_message" TEXT,

    CONSTRAINT "address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_method" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "gateway_token" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "exp_month" INTEGER NOT NULL,
    "exp_year" INTEGER NOT NULL,
    "is_default" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "payment_method_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metadata" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT,
    "subscription_id" BIGINT,
    "cart_id" BIGINT,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "updated_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "metadata_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metadata_entry" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "metadata_id" BIGINT NOT NULL,
    "path" TEXT NOT NULL,
    "text" TEXT,
    "number" DOUBLE PRECISION,
    "time" TIMESTAMPTZ(3),

    CONSTRAINT "metadata_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "giftable" BOOLEAN NOT NULL DEFAULT false,
    "has_subscribers" BOOLEAN NOT NULL DEFAULT false,
    "listed" BOOLEAN NOT NULL DEFAULT true,
    "reviewable" BOOLEAN NOT NULL DEFAULT true,
    "single_purchasable" BOOLEAN NOT NULL DEFAULT false,
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "flat_ship_price" BIGINT NOT NULL DEFAULT 0,
    "gift_shipping" BIGINT NOT NULL DEFAULT 0,
    "ship_weight" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "ship_option" TEXT NOT NULL DEFAULT 'flat',
    "product_billing_id" BIGINT NOT NULL,
    "meta" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '[]',
    "rulesets" JSONB NOT NULL DEFAULT '[]',
    "ruletypes" JSONB NOT NULL DEFAULT '[]',
    "taxonomy" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_billing" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "rebill_day" INTEGER NOT NULL DEFAULT 0,
    "rebill_months" INTEGER NOT NULL,
    "rebill_weeks" INTEGER,
    "rebill_window" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_billing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_type" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "subscription_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_type_term" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "subscription_type_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "num_cycles" INTEGER NOT NULL,
    "gift" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "subscription_type_term_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_term_price" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "term_id" BIGINT NOT NULL,
    "price" BIGINT NOT NULL,
    "gift" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "product_term_price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_instance" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "price" BIGINT NOT NULL,
    "sku" TEXT NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "gift" BOOLEAN NOT NULL DEFAULT false,
    "ship_weight" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "product_instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_image" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT,
    "product_instance_id" BIGINT,
    "product_variant_value_id" BIGINT,
    "url" TEXT NOT NULL,

    CONSTRAINT "product_image_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_variant_type" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "product_variant_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_variant_value" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_variant_type_id" BIGINT NOT NULL,
    "value" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "product_variant_value_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_instance_variant" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "product_variant_type_id" BIGINT NOT NULL,
    "product_variant_value_id" BIGINT NOT NULL,

    CONSTRAINT "product_instance_variant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_instance_subscription_type_term_price" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "term_id" BIGINT NOT NULL,
    "price" BIGINT NOT NULL,

    CONSTRAINT "product_instance_subscription_type_term_price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_inventory" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "confidence" INTEGER NOT NULL DEFAULT 10,
    "quantity_on_hand" INTEGER NOT NULL DEFAULT 0,
    "out_of_stock_purchases" BOOLEAN NOT NULL DEFAULT false,
    "track_inventory" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "product_inventory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupon" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "discount_type" "CouponDiscountType" NOT NULL,
    "discount_value" BIGINT NOT NULL,
    "num_renewals" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "coupon_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupon_product" (
    "store_id" BIGINT NOT NULL,
    "coupon_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,

    CONSTRAINT "coupon_product_pkey" PRIMARY KEY ("store_id","coupon_id","product_id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "product_billing_id" BIGINT NOT NULL,
    "term_id" BIGINT NOT NULL,
    "address_id" BIGINT,
    "payment_method_id" BIGINT,
    "autorenew" BOOLEAN NOT NULL DEFAULT true,
    "billing_name" TEXT NOT NULL,
    "credit" BIGINT,
    "end_date" TIMESTAMPTZ(0) NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "is_gift" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "revenue" BIGINT NOT NULL DEFAULT 0,
    "skipped_date" TIMESTAMPTZ(0),
    "start_date" TIMESTAMPTZ(0) NOT NULL,
    "status" "SubscriptionStatus" NOT NULL,
    "cancelled_at" TIMESTAMPTZ(0),
    "cancel_reason" INTEGER,
    "last_failed_renewal" TIMESTAMPTZ(0),

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_coupon" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "subscription_id" BIGINT NOT NULL,
    "coupon_id" BIGINT NOT NULL,
    "code_used" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "num_renewals" INTEGER NOT NULL,
    "applied_at" TIMESTAMPTZ(0),

    CONSTRAINT "subscription_coupon_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cart" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "order_id" BIGINT,
    "completed" BOOLEAN NOT NULL DEFAULT false,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "ship_price" BIGINT NOT NULL DEFAULT 0,
    "tax_price" BIGINT NOT NULL DEFAULT 0,
    "tax_rates" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "address_id" BIGINT,
    "payment_method_id" BIGINT,
    "card_refunded_amount" BIGINT NOT NULL DEFAULT 0,
    "credit_applied" BIGINT NOT NULL DEFAULT 0,
    "financial_status" "OrderFinancialStatus" NOT NULL,
    "fulfillment_status" "OrderFulfillmentStatus" NOT NULL,
    "gift_card_discount" BIGINT NOT NULL DEFAULT 0,
    "gift_message" TEXT NOT NULL DEFAULT '',
    "gift_recipient_name" TEXT NOT NULL DEFAULT '',
    "gift_recipient_email" TEXT NOT NULL DEFAULT '',
    "gift_renewal_notif" BOOLEAN NOT NULL DEFAULT false,
    "gross_shipping" BIGINT NOT NULL DEFAULT 0,
    "is_gift" BOOLEAN NOT NULL DEFAULT false,
    "is_renewal" BOOLEAN NOT NULL DEFAULT false,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "placed_at" TIMESTAMPTZ(0) NOT NULL,
    "prorated_charge" BIGINT,
    "received_gift" JSONB,
    "refund_applied" BIGINT,
    "refunded_amount" BIGINT NOT NULL DEFAULT 0,
    "sent_gift" JSONB,
    "status" "OrderStatus" NOT NULL,
    "sub_total" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,
    "total_app_fees" BIGINT,
    "total_discount" BIGINT NOT NULL DEFAULT 0,
    "total_label_cost" BIGINT,
    "total_pending_fees" BIGINT,
    "total_price" BIGINT NOT NULL,
    "total_shipping" BIGINT NOT NULL DEFAULT 0,
    "total_tax" BIGINT NOT NULL DEFAULT 0,
    "transaction_fee" BIGINT NOT NULL DEFAULT 0,
    "transaction_fee_status" TEXT,

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_product" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "subscription_id" BIGINT,
    "term_id" BIGINT,
    "name" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "price" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "order_product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_survey" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "product_survey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_survey_field" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "survey_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "product_survey_field_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_survey_result" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "survey_id" BIGINT NOT NULL,
    "subscription_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "updated_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "product_survey_result_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_survey_answer" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "result_id" BIGINT NOT NULL,
    "field_id" BIGINT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "product_survey_answer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transaction" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "result" "TransactionResult" NOT NULL,
    "total" BIGINT NOT NULL,
    "gateway_reference" TEXT,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shipment" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "ship_address_id" BIGINT NOT NULL,
    "adjusted_ordered_at" TIMESTAMPTZ(0) NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "shipped_at" TIMESTAMPTZ(0),
    "status" "ShipmentStatus" NOT NULL,
    "tracking_number" TEXT,

    CONSTRAINT "shipment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fulfillment" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "shipment_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "subscription_id" BIGINT,
    "instance_id" BIGINT NOT NULL,
    "cycle_number" INTEGER NOT NULL DEFAULT 1,
    "total_cycles" INTEGER NOT NULL DEFAULT 1,
    "fulfillment_date" TIMESTAMPTZ(0) NOT NULL,
    "adjusted_fulfillment_date" TIMESTAMPTZ(0) NOT NULL,
    "shipping" BIGINT NOT NULL DEFAULT 0,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "status" "FulfillmentStatus" NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "fulfillment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "label" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "shipment_id" BIGINT NOT NULL,
    "carrier" TEXT NOT NULL,
    "tracking_number" TEXT NOT NULL,
    "cost" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "label_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "store_host_key" ON "store"("host");

-- CreateIndex
CREATE UNIQUE INDEX "merchant_key_client_id_key" ON "merchant_key"("client_id");

-- CreateIndex
CREATE INDEX "merchant_key_store_id_idx" ON "merchant_key"("store_id");

-- CreateIndex
CREATE INDEX "customer_store_id_email_idx" ON "customer"("store_id", "email");

-- CreateIndex
CREATE INDEX "customer_store_id_created_at_id_idx" ON "customer"("store_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_store_id_id_key" ON "customer"("store_id", "id");

-- CreateIndex
CREATE INDEX "address_store_id_customer_id_id_idx" ON "address"("store_id", "customer_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "address_store_id_id_key" ON "address"("store_id", "id");

-- CreateIndex
CREATE INDEX "payment_method_store_id_customer_id_id_idx" ON "payment_method"("store_id", "customer_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_method_store_id_id_key" ON "payment_method"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_customer_id_key" ON "metadata"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_subscription_id_key" ON "metadata"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_cart_id_key" ON "metadata"("cart_id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_store_id_id_key" ON "metadata"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_store_id_customer_id_key" ON "metadata"("store_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_store_id_subscription_id_key" ON "metadata"("store_id", "subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_store_id_cart_id_key" ON "metadata"("store_id", "cart_id");

-- CreateIndex
CREATE INDEX "metadata_entry_store_id_path_number_idx" ON "metadata_entry"("store_id", "path", "number");

-- CreateIndex
CREATE INDEX "metadata_entry_store_id_path_time_idx" ON "metadata_entry"("store_id", "path", "time");

-- CreateIndex
CREATE INDEX "metadata_entry_store_id_path_text_idx" ON "metadata_entry"("store_id", "path", "text");

-- CreateIndex
CREATE INDEX "metadata_entry_store_id_metadata_id_idx" ON "metadata_entry"("store_id", "metadata_id");

-- CreateIndex
CREATE UNIQUE INDEX "metadata_entry_metadata_id_path_key" ON "metadata_entry"("metadata_id", "path");

-- CreateIndex
CREATE INDEX "product_store_id_product_billing_id_idx" ON "product"("store_id", "product_billing_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_store_id_id_key" ON "product"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_store_id_slug_key" ON "product"("store_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "product_billing_store_id_id_key" ON "product_billing"("store_id", "id");

-- CreateIndex
CREATE INDEX "subscription_type_store_id_product_id_id_idx" ON "subscription_type"("store_id", "product_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_type_store_id_id_key" ON "subscription_type"("store_id", "id");

-- CreateIndex
CREATE INDEX "subscription_type_term_store_id_subscription_type_id_id_idx" ON "subscription_type_term"("store_id", "subscription_type_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_type_term_store_id_id_key" ON "subscription_type_term"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_term_price_store_id_term_id_idx" ON "product_term_price"("store_id", "term_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_term_price_store_id_id_key" ON "product_term_price"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_term_price_store_id_product_id_term_id_gift_key" ON "product_term_price"("store_id", "product_id", "term_id", "gift");

-- CreateIndex
CREATE INDEX "product_instance_store_id_product_id_id_idx" ON "product_instance"("store_id", "product_id", "id");

-- CreateIndex
CREATE INDEX "product_instance_store_id_sku_idx" ON "product_instance"("store_id", "sku");

-- CreateIndex
CREATE UNIQUE INDEX "product_instance_store_id_id_key" ON "product_instance"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_image_store_id_product_id_idx" ON "product_image"("store_id", "product_id");

-- CreateIndex
CREATE INDEX "product_image_store_id_product_instance_id_idx" ON "product_image"("store_id", "product_instance_id");

-- CreateIndex
CREATE INDEX "product_image_store_id_product_variant_value_id_idx" ON "product_image"("store_id", "product_variant_value_id");

-- CreateIndex
CREATE INDEX "product_variant_type_store_id_product_id_id_idx" ON "product_variant_type"("store_id", "product_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_variant_type_store_id_id_key" ON "product_variant_type"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_variant_value_store_id_product_variant_type_id_id_idx" ON "product_variant_value"("store_id", "product_variant_type_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_variant_value_store_id_id_key" ON "product_variant_value"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_instance_variant_store_id_product_variant_type_id_idx" ON "product_instance_variant"("store_id", "product_variant_type_id");

-- CreateIndex
CREATE INDEX "product_instance_variant_store_id_product_variant_value_id_idx" ON "product_instance_variant"("store_id", "product_variant_value_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_instance_variant_store_id_product_instance_id_produ_key" ON "product_instance_variant"("store_id", "product_instance_id", "product_variant_type_id");

-- CreateIndex
CREATE INDEX "product_instance_subscription_type_term_price_store_id_term_idx" ON "product_instance_subscription_type_term_price"("store_id", "term_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_instance_subscription_type_term_price_store_id_prod_key" ON "product_instance_subscription_type_term_price"("store_id", "product_instance_id", "term_id");

-- CreateIndex
CREATE INDEX "product_inventory_store_id_product_id_idx" ON "product_inventory"("store_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_inventory_store_id_id_key" ON "product_inventory"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_inventory_store_id_product_instance_id_key" ON "product_inventory"("store_id", "product_instance_id");

-- CreateIndex
CREATE UNIQUE INDEX "coupon_store_id_id_key" ON "coupon"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "coupon_store_id_code_key" ON "coupon"("store_id", "code");

-- CreateIndex
CREATE INDEX "coupon_product_store_id_product_id_idx" ON "coupon_product"("store_id", "product_id");

-- CreateIndex
CREATE INDEX "subscription_store_id_customer_id_id_idx" ON "subscription"("store_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "subscription_store_id_status_id_idx" ON "subscription"("store_id", "status", "id");

-- CreateIndex
CREATE INDEX "subscription_store_id_end_date_id_idx" ON "subscription"("store_id", "end_date", "id");

-- CreateIndex
CREATE INDEX "subscription_store_id_start_date_id_idx" ON "subscription"("store_id", "start_date", "id");

-- CreateIndex
CREATE INDEX "subscription_store_id_product_id_id_idx" ON "subscription"("store_id", "product_id", "id");

-- CreateIndex
CREATE INDEX "subscription_store_id_product_instance_id_idx" ON "subscription"("store_id", "product_instance_id");

-- CreateIndex
CREATE INDEX "subscription_store_id_product_billing_id_idx" ON "subscription"("store_id", "product_billing_id");

-- CreateIndex
CREATE INDEX "subscription_store_id_term_id_idx" ON "subscription"("store_id", "term_id");

-- CreateIndex
CREATE INDEX "subscription_store_id_address_id_idx" ON "subscription"("store_id", "address_id");

-- CreateIndex
CREATE INDEX "subscription_store_id_payment_method_id_idx" ON "subscription"("store_id", "payment_method_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_store_id_id_key" ON "subscription"("store_id", "id");

-- CreateIndex
CREATE INDEX "subscription_coupon_store_id_subscription_id_id_idx" ON "subscription_coupon"("store_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "subscription_coupon_store_id_coupon_id_idx" ON "subscription_coupon"("store_id", "coupon_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_coupon_store_id_id_key" ON "subscription_coupon"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "cart_order_id_key" ON "cart"("order_id");

-- CreateIndex
CREATE INDEX "cart_store_id_customer_id_id_idx" ON "cart"("store_id", "customer_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "cart_store_id_id_key" ON "cart"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "cart_store_id_order_id_key" ON "cart"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "order_store_id_customer_id_placed_at_id_idx" ON "order"("store_id", "customer_id", "placed_at", "id");

-- CreateIndex
CREATE INDEX "order_store_id_placed_at_id_idx" ON "order"("store_id", "placed_at", "id");

-- CreateIndex
CREATE INDEX "order_store_id_status_id_idx" ON "order"("store_id", "status", "id");

-- CreateIndex
CREATE INDEX "order_store_id_address_id_idx" ON "order"("store_id", "address_id");

-- CreateIndex
CREATE INDEX "order_store_id_payment_method_id_idx" ON "order"("store_id", "payment_method_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_store_id_id_key" ON "order"("store_id", "id");

-- CreateIndex
CREATE INDEX "order_product_store_id_subscription_id_order_id_idx" ON "order_product"("store_id", "subscription_id", "order_id");

-- CreateIndex
CREATE INDEX "order_product_store_id_product_id_idx" ON "order_product"("store_id", "product_id");

-- CreateIndex
CREATE INDEX "order_product_store_id_product_instance_id_idx" ON "order_product"("store_id", "product_instance_id");

-- CreateIndex
CREATE INDEX "order_product_store_id_term_id_idx" ON "order_product"("store_id", "term_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_product_store_id_order_id_subscription_id_key" ON "order_product"("store_id", "order_id", "subscription_id");

-- CreateIndex
CREATE INDEX "product_survey_store_id_product_id_id_idx" ON "product_survey"("store_id", "product_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_survey_store_id_id_key" ON "product_survey"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_survey_field_store_id_survey_id_id_idx" ON "product_survey_field"("store_id", "survey_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_survey_field_store_id_id_key" ON "product_survey_field"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_survey_result_store_id_subscription_id_id_idx" ON "product_survey_result"("store_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "product_survey_result_store_id_survey_id_idx" ON "product_survey_result"("store_id", "survey_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_survey_result_store_id_id_key" ON "product_survey_result"("store_id", "id");

-- CreateIndex
CREATE INDEX "product_survey_answer_store_id_field_id_idx" ON "product_survey_answer"("store_id", "field_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_survey_answer_store_id_result_id_field_id_key" ON "product_survey_answer"("store_id", "result_id", "field_id");

-- CreateIndex
CREATE INDEX "transaction_store_id_order_id_id_idx" ON "transaction"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "transaction_store_id_created_at_id_idx" ON "transaction"("store_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "transaction_store_id_result_id_idx" ON "transaction"("store_id", "result", "id");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_store_id_id_key" ON "transaction"("store_id", "id");

-- CreateIndex
CREATE INDEX "shipment_store_id_customer_id_id_idx" ON "shipment"("store_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "shipment_store_id_ship_address_id_idx" ON "shipment"("store_id", "ship_address_id");

-- CreateIndex
CREATE INDEX "shipment_store_id_status_id_idx" ON "shipment"("store_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "shipment_store_id_id_key" ON "shipment"("store_id", "id");

-- CreateIndex
CREATE INDEX "fulfillment_store_id_shipment_id_id_idx" ON "fulfillment"("store_id", "shipment_id", "id");

-- CreateIndex
CREATE INDEX "fulfillment_store_id_order_id_id_idx" ON "fulfillment"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "fulfillment_store_id_subscription_id_id_idx" ON "fulfillment"("store_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "fulfillment_store_id_instance_id_idx" ON "fulfillment"("store_id", "instance_id");

-- CreateIndex
CREATE UNIQUE INDEX "fulfillment_store_id_id_key" ON "fulfillment"("store_id", "id");

-- CreateIndex
CREATE INDEX "label_store_id_shipment_id_id_idx" ON "label"("store_id", "shipment_id", "id");

-- AddForeignKey
ALTER TABLE "merchant_key" ADD CONSTRAINT "merchant_key_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer" ADD CONSTRAINT "customer_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "address" ADD CONSTRAINT "address_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_store_id_cart_id_fkey" FOREIGN KEY ("store_id", "cart_id") REFERENCES "cart"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metadata_entry" ADD CONSTRAINT "metadata_entry_store_id_metadata_id_fkey" FOREIGN KEY ("store_id", "metadata_id") REFERENCES "metadata"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_store_id_product_billing_id_fkey" FOREIGN KEY ("store_id", "product_billing_id") REFERENCES "product_billing"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_billing" ADD CONSTRAINT "product_billing_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_type" ADD CONSTRAINT "subscription_type_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_type_term" ADD CONSTRAINT "subscription_type_term_store_id_subscription_type_id_fkey" FOREIGN KEY ("store_id", "subscription_type_id") REFERENCES "subscription_type"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_term_price" ADD CONSTRAINT "product_term_price_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_term_price" ADD CONSTRAINT "product_term_price_store_id_term_id_fkey" FOREIGN KEY ("store_id", "term_id") REFERENCES "subscription_type_term"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_instance" ADD CONSTRAINT "product_instance_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_store_id_product_variant_value_id_fkey" FOREIGN KEY ("store_id", "product_variant_value_id") REFERENCES "product_variant_value"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "product_variant_type" ADD CONSTRAINT "product_variant_type_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_variant_value" ADD CONSTRAINT "product_variant_value_store_id_product_variant_type_id_fkey" FOREIGN KEY ("store_id", "product_variant_type_id") REFERENCES "product_variant_type"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_instance_variant" ADD CONSTRAINT "product_instance_variant_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_instance_variant" ADD CONSTRAINT "product_instance_variant_store_id_product_variant_type_id_fkey" FOREIGN KEY ("store_id", "product_variant_type_id") REFERENCES "product_variant_type"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_instance_variant" ADD CONSTRAINT "product_instance_variant_store_id_product_variant_value_id_fkey" FOREIGN KEY ("store_id", "product_variant_value_id") REFERENCES "product_variant_value"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_instance_subscription_type_term_price" ADD CONSTRAINT "product_instance_subscription_type_term_price_store_id_pro_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_instance_subscription_type_term_price" ADD CONSTRAINT "product_instance_subscription_type_term_price_store_id_ter_fkey" FOREIGN KEY ("store_id", "term_id") REFERENCES "subscription_type_term"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_inventory" ADD CONSTRAINT "product_inventory_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_inventory" ADD CONSTRAINT "product_inventory_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_product" ADD CONSTRAINT "coupon_product_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_product" ADD CONSTRAINT "coupon_product_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_product_billing_id_fkey" FOREIGN KEY ("store_id", "product_billing_id") REFERENCES "product_billing"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_term_id_fkey" FOREIGN KEY ("store_id", "term_id") REFERENCES "subscription_type_term"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_address_id_fkey" FOREIGN KEY ("store_id", "address_id") REFERENCES "address"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_store_id_payment_method_id_fkey" FOREIGN KEY ("store_id", "payment_method_id") REFERENCES "payment_method"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_coupon" ADD CONSTRAINT "subscription_coupon_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_coupon" ADD CONSTRAINT "subscription_coupon_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_store_id_address_id_fkey" FOREIGN KEY ("store_id", "address_id") REFERENCES "address"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_store_id_payment_method_id_fkey" FOREIGN KEY ("store_id", "payment_method_id") REFERENCES "payment_method"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_store_id_term_id_fkey" FOREIGN KEY ("store_id", "term_id") REFERENCES "subscription_type_term"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "product_survey" ADD CONSTRAINT "product_survey_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "product"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_survey_field" ADD CONSTRAINT "product_survey_field_store_id_survey_id_fkey" FOREIGN KEY ("store_id", "survey_id") REFERENCES "product_survey"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_survey_result" ADD CONSTRAINT "product_survey_result_store_id_survey_id_fkey" FOREIGN KEY ("store_id", "survey_id") REFERENCES "product_survey"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_survey_result" ADD CONSTRAINT "product_survey_result_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_survey_answer" ADD CONSTRAINT "product_survey_answer_store_id_result_id_fkey" FOREIGN KEY ("store_id", "result_id") REFERENCES "product_survey_result"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_survey_answer" ADD CONSTRAINT "product_survey_answer_store_id_field_id_fkey" FOREIGN KEY ("store_id", "field_id") REFERENCES "product_survey_field"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_store_id_ship_address_id_fkey" FOREIGN KEY ("store_id", "ship_address_id") REFERENCES "address"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_store_id_shipment_id_fkey" FOREIGN KEY ("store_id", "shipment_id") REFERENCES "shipment"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_store_id_instance_id_fkey" FOREIGN KEY ("store_id", "instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label_store_id_shipment_id_fkey" FOREIGN KEY ("store_id", "shipment_id") REFERENCES "shipment"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- A coupon waits on a subscription once; after it was used up it may be added again.
CREATE UNIQUE INDEX "subscription_coupon_waiting_key" ON "subscription_coupon"("subscription_id", "coupon_id") WHERE "applied_at" IS NULL;

ALTER TABLE "metadata" ADD CONSTRAINT "metadata_one_owner" CHECK (num_nonnulls("customer_id", "subscription_id", "cart_id") = 1);
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_shows_something" CHECK (num_nonnulls("product_id", "product_instance_id", "product_variant_value_id") > 0);
ALTER TABLE "product_inventory" ADD CONSTRAINT "product_inventory_confidence" CHECK ("confidence" BETWEEN 1 AND 10);
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_quantity" CHECK ("quantity" > 0);
ALTER TABLE "order" ADD CONSTRAINT "order_total_not_negative" CHECK ("total" >= 0);
