-- AlterTable
ALTER TABLE "refund_line" ADD COLUMN     "released" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_released" CHECK ("released" >= 0 AND "released" <= "restocked");
