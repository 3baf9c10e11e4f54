-- CreateTable
CREATE TABLE "allowed_origin" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "origin" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "allowed_origin_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "allowed_origin_store_id_id_key" ON "allowed_origin"("store_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "allowed_origin_store_id_origin_key" ON "allowed_origin"("store_id", "origin");

-- AddForeignKey
ALTER TABLE "allowed_origin" ADD CONSTRAINT "allowed_origin_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
