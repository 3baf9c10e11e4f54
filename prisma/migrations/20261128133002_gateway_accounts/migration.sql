-- AlterTable
ALTER TABLE "store" ADD COLUMN     "gateway" TEXT NOT NULL DEFAULT 'sandbox',
ADD COLUMN     "gateway_is_live" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "gateway_account" (
    "store_id" BIGINT NOT NULL,
    "gateway" TEXT NOT NULL,
    "publishable_key" TEXT NOT NULL,
    "is_live" BOOLEAN NOT NULL,
    "secrets" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_account_pkey" PRIMARY KEY ("store_id","gateway")
);

-- CreateTable
CREATE TABLE "gateway_customer" (
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "gateway" TEXT NOT NULL,
    "gateway_customer" TEXT NOT NULL,

    CONSTRAINT "gateway_customer_pkey" PRIMARY KEY ("store_id","customer_id","gateway")
);

-- CreateIndex
CREATE UNIQUE INDEX "gateway_customer_store_id_gateway_gateway_customer_key" ON "gateway_customer"("store_id", "gateway", "gateway_customer");

-- AddForeignKey
ALTER TABLE "gateway_account" ADD CONSTRAINT "gateway_account_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway_customer" ADD CONSTRAINT "gateway_customer_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
