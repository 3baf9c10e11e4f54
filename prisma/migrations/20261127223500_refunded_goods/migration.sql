-- AlterTable
ALTER TABLE "refund_line" ADD COLUMN     "still_to_ship" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "withdrawn" INTEGER NOT NULL DEFAULT 0;
