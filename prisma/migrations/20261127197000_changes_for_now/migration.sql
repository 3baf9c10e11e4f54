-- AlterTable
ALTER TABLE "order_product" ADD COLUMN     "carried" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "open_pieces" INTEGER,
ADD COLUMN     "open_value" BIGINT;

ALTER TABLE "order_product" ADD CONSTRAINT "order_product_carried_check" CHECK ("carried" >= 0);
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_open_value_check" CHECK ("open_value" >= 0);
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_open_pieces" CHECK ("open_pieces" > 0);
