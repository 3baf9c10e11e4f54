-- CreateTable
CREATE TABLE "movement_roll_up" (
    "store_id" BIGINT NOT NULL,
    "zone" TEXT NOT NULL,
    "mark" BIGINT NOT NULL DEFAULT 0,
    "movement_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "movement_roll_up_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "movement_month" (
    "store_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "month" TIMESTAMPTZ(0) NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "months" INTEGER NOT NULL,
    "weeks" INTEGER NOT NULL,
    "amount" DECIMAL(38,0) NOT NULL,
    "committed" DECIMAL(38,0) NOT NULL,

    CONSTRAINT "movement_month_pkey" PRIMARY KEY ("store_id","name","month","kind","key","months","weeks")
);

-- CreateIndex
CREATE INDEX "subscription_movement_store_id_known_at_idx" ON "subscription_movement"("store_id", "known_at");

-- AddForeignKey
ALTER TABLE "movement_roll_up" ADD CONSTRAINT "movement_roll_up_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "movement_month" ADD CONSTRAINT "movement_month_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;
