-- AlterTable
ALTER TABLE "order" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(0),
ADD COLUMN     "cancel_reason" TEXT;
