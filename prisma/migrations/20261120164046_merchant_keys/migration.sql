-- DropIndex
DROP INDEX "merchant_key_store_id_idx";

-- AlterTable
ALTER TABLE "merchant_key" ADD COLUMN     "name" TEXT,
ADD COLUMN     "previous_secret_hash" TEXT,
ADD COLUMN     "previous_works_until" TIMESTAMPTZ(0),
ADD COLUMN     "rotated_at" TIMESTAMPTZ(0);

-- CreateIndex
CREATE UNIQUE INDEX "merchant_key_store_id_id_key" ON "merchant_key"("store_id", "id");

-- What schema.prisma cannot say.

-- A hash of before has its end, and an end its hash.
ALTER TABLE "merchant_key" ADD CONSTRAINT "merchant_key_previous" CHECK (("previous_secret_hash" IS NULL) = ("previous_works_until" IS NULL));

-- Hashes were SHA-256 of the secret; from now on they are HMAC-SHA-256 of that, keyed with the client id. PostgreSQL has no
-- HMAC of its own without an extension, so it is spelt out here as RFC 2104 has it. Keys made before go on working.
DO $$
DECLARE
  "found" RECORD;
  "key" bytea;
  "inner" bytea;
  "outer" bytea;
BEGIN
  FOR "found" IN SELECT "id", "client_id", "secret_hash" FROM "merchant_key" LOOP
    "key" := convert_to("found"."client_id", 'UTF8');
    IF length("key") > 64 THEN
      "key" := sha256("key");
    END IF;
    "key" := "key" || decode(repeat('00', 64 - length("key")), 'hex');
    "inner" := "key";
    "outer" := "key";
    FOR "place" IN 0..63 LOOP
      "inner" := set_byte("inner", "place", get_byte("key", "place") # 54);
      "outer" := set_byte("outer", "place", get_byte("key", "place") # 92);
    END LOOP;
    "inner" := sha256("inner" || convert_to("found"."secret_hash", 'UTF8'));
    UPDATE "merchant_key" SET "secret_hash" = encode(sha256("outer" || "inner"), 'hex') WHERE "id" = "found"."id";
  END LOOP;
END $$;
