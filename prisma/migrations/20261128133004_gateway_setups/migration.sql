-- CreateTable
CREATE TABLE "gateway_setup" (
    "store_id" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "gateway" TEXT NOT NULL,
    "setup" TEXT,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "gateway_setup_pkey" PRIMARY KEY ("store_id","reference")
);

-- CreateIndex
CREATE INDEX "gateway_setup_store_id_customer_id_created_at_idx" ON "gateway_setup"("store_id", "customer_id", "created_at");

-- CreateIndex
CREATE INDEX "gateway_setup_due_at_idx" ON "gateway_setup"("due_at");

-- CreateIndex
CREATE INDEX "gateway_setup_created_at_idx" ON "gateway_setup"("created_at");

-- AddForeignKey
ALTER TABLE "gateway_setup" ADD CONSTRAINT "gateway_setup_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
