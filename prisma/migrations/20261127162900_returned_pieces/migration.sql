-- AlterTable
ALTER TABLE "fulfillment" ADD COLUMN     "restocked" INTEGER;

ALTER TABLE "fulfillment" ADD CONSTRAINT "fulfillment_restocked" CHECK ("restocked" >= 0 AND "restocked" <= "quantity");
