-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "change_difference" BIGINT;
