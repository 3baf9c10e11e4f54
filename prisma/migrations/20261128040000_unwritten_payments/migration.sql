-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "unwritten_since" TIMESTAMPTZ(3);
