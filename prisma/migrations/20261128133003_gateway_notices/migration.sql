-- CreateTable
CREATE TABLE "gateway_notice" (
    "store_id" BIGINT NOT NULL,
    "gateway" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_notice_pkey" PRIMARY KEY ("store_id","gateway","id")
);

-- CreateIndex
CREATE INDEX "gateway_notice_received_at_idx" ON "gateway_notice"("received_at");

-- AddForeignKey
ALTER TABLE "gateway_notice" ADD CONSTRAINT "gateway_notice_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
