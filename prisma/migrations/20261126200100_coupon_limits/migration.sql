-- Limits of coupons. Uses are counted from here on; what was used before is not known.
ALTER TABLE "coupon"
  ADD COLUMN "forever" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "max_uses" INTEGER,
  ADD COLUMN "max_uses_per_customer" INTEGER,
  ADD COLUMN "uses" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "starts_at" TIMESTAMPTZ(0),
  ADD COLUMN "ends_at" TIMESTAMPTZ(0),
  ADD COLUMN "min_sub_total" BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT "coupon_max_uses_check" CHECK ("max_uses" >= 1),
  ADD CONSTRAINT "coupon_max_uses_per_customer_check" CHECK ("max_uses_per_customer" >= 1),
  ADD CONSTRAINT "coupon_uses_check" CHECK ("uses" >= 0),
  ADD CONSTRAINT "coupon_ends_at_check" CHECK ("ends_at" > "starts_at"),
  ADD CONSTRAINT "coupon_min_sub_total_check" CHECK ("min_sub_total" >= 0);

ALTER TABLE "subscription_coupon"
  ADD COLUMN "forever" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "holds_use" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "coupon_use" (
    "store_id" BIGINT NOT NULL,
    "coupon_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "uses" INTEGER NOT NULL,

    CONSTRAINT "coupon_use_pkey" PRIMARY KEY ("store_id","coupon_id","customer_id")
);

-- CreateIndex
CREATE INDEX "coupon_use_store_id_customer_id_idx" ON "coupon_use"("store_id", "customer_id");

-- AddForeignKey
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
