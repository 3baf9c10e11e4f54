-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "email" TEXT,
ADD COLUMN     "ship_to" JSONB,
ALTER COLUMN "customer_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "visitor_checkout" BOOLEAN NOT NULL DEFAULT false;
