ALTER TABLE "cart" ADD COLUMN "address_id" BIGINT, ADD COLUMN "changed_at" TIMESTAMPTZ(0);
CREATE TABLE "cart_product" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "cart_id" BIGINT NOT NULL,
    "product_instance_id" BIGINT NOT NULL,
    "term_id" BIGINT,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "cart_product_pkey" PRIMARY KEY ("store_id","id"),
    CONSTRAINT "cart_product_quantity" CHECK ("quantity" > 0)
);
CREATE TABLE "cart_coupon" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "cart_id" BIGINT NOT NULL,
    "coupon_id" BIGINT NOT NULL,
    "code_used" TEXT NOT NULL,

    CONSTRAINT "cart_coupon_pkey" PRIMARY KEY ("store_id","id")
);
CREATE INDEX "cart_product_store_id_cart_id_id_idx" ON "cart_product"("store_id", "cart_id", "id");
CREATE INDEX "cart_product_store_id_product_instance_id_idx" ON "cart_product"("store_id", "product_instance_id");
CREATE INDEX "cart_product_store_id_term_id_idx" ON "cart_product"("store_id", "term_id");
CREATE INDEX "cart_store_id_address_id_idx" ON "cart"("store_id", "address_id");
CREATE UNIQUE INDEX "cart_coupon_store_id_cart_id_coupon_id_key" ON "cart_coupon"("store_id", "cart_id", "coupon_id");
CREATE INDEX "cart_coupon_store_id_coupon_id_idx" ON "cart_coupon"("store_id", "coupon_id");
ALTER TABLE "cart" ADD CONSTRAINT "cart_store_id_address_id_fkey" FOREIGN KEY ("store_id", "address_id") REFERENCES "address"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_store_id_cart_id_fkey" FOREIGN KEY ("store_id", "cart_id") REFERENCES "cart"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_store_id_product_instance_id_fkey" FOREIGN KEY ("store_id", "product_instance_id") REFERENCES "product_instance"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "cart_product" ADD CONSTRAINT "cart_product_store_id_term_id_fkey" FOREIGN KEY ("store_id", "term_id") REFERENCES "subscription_type_term"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "cart_coupon" ADD CONSTRAINT "cart_coupon_store_id_cart_id_fkey" FOREIGN KEY ("store_id", "cart_id") REFERENCES "cart"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cart_coupon" ADD CONSTRAINT "cart_coupon_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
