-- A value of metadata says itself whose it is, so that a filter finds those who have it without a look at their metadata, and in the
-- order of their ids. The owner is a part of what ties it to its record: it cannot be another's.
CREATE TYPE "OwnerType" AS ENUM ('customer', 'subscription', 'cart');

ALTER TABLE "metadata"
  ADD COLUMN "owner_type" "OwnerType" NOT NULL GENERATED ALWAYS AS (
    CASE WHEN "customer_id" IS NOT NULL THEN 'customer'::"OwnerType"
         WHEN "subscription_id" IS NOT NULL THEN 'subscription'::"OwnerType"
         ELSE 'cart'::"OwnerType" END
  ) STORED,
  ADD COLUMN "owner_id" BIGINT NOT NULL GENERATED ALWAYS AS (COALESCE("customer_id", "subscription_id", "cart_id")) STORED;
CREATE UNIQUE INDEX "metadata_store_id_owner_type_owner_id_key" ON "metadata"("store_id", "owner_type", "owner_id");

-- Written anew: every row changes, and what an UPDATE leaves behind would have to be swept up.
ALTER TABLE "metadata_entry" RENAME TO "metadata_entry_before";
ALTER TABLE "metadata_entry_before" DROP CONSTRAINT "metadata_entry_pkey";
CREATE TABLE "metadata_entry" (
    "store_id" BIGINT NOT NULL,
    "owner_type" "OwnerType" NOT NULL,
    "owner_id" BIGINT NOT NULL,
    "path" TEXT NOT NULL,
    "text" TEXT,
    "number" DOUBLE PRECISION,
    "time" TIMESTAMPTZ(3)
);
INSERT INTO "metadata_entry" ("store_id", "owner_type", "owner_id", "path", "text", "number", "time")
SELECT entry."store_id", metadata."owner_type", metadata."owner_id", entry."path", entry."text", entry."number", entry."time"
FROM "metadata_entry_before" AS entry
JOIN "metadata" ON metadata."store_id" = entry."store_id" AND metadata."id" = entry."metadata_id"
ORDER BY 1, 2, 3, 4;
DROP TABLE "metadata_entry_before";

ALTER TABLE "metadata_entry" ADD CONSTRAINT "metadata_entry_pkey" PRIMARY KEY ("store_id", "owner_type", "owner_id", "path");
CREATE INDEX "metadata_entry_store_id_owner_type_path_text_owner_id_idx" ON "metadata_entry"("store_id", "owner_type", "path", "text", "owner_id");
ALTER TABLE "metadata_entry" ADD CONSTRAINT "metadata_entry_store_id_owner_type_owner_id_fkey" FOREIGN KEY ("store_id", "owner_type", "owner_id") REFERENCES "metadata"("store_id", "owner_type", "owner_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- Most values are neither a number nor a time.
CREATE INDEX "metadata_entry_number_idx" ON "metadata_entry"("store_id", "owner_type", "path", "number", "owner_id") WHERE "number" IS NOT NULL;
CREATE INDEX "metadata_entry_time_idx" ON "metadata_entry"("store_id", "owner_type", "path", "time", "owner_id") WHERE "time" IS NOT NULL;
