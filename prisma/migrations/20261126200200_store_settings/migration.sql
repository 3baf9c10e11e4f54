-- AlterTable
ALTER TABLE "store"
  ADD COLUMN "customers_may" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "legal_name" TEXT,
  ADD COLUMN "address" TEXT;
