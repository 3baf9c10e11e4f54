-- AlterTable
ALTER TABLE "order" ADD COLUMN     "card_for_lines" BIGINT;
