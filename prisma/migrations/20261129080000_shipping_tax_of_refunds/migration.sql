-- Refunds of earlier versions gave back the tax of shipping with the goods.
ALTER TABLE "refund_line" ADD COLUMN "shipping_tax" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_shipping_tax" CHECK ("shipping_tax" >= 0 AND "shipping_tax" <= "amount");
