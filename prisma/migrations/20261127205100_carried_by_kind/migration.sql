-- AlterTable
ALTER TABLE "order_product" ADD COLUMN     "carried_shipping" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "carried_tax" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "order_product" ADD CONSTRAINT "order_product_carried_shipping_check" CHECK ("carried_shipping" >= 0);
ALTER TABLE "order_product" ADD CONSTRAINT "order_product_carried_tax_check" CHECK ("carried_tax" >= 0);

-- Lines from before have the share that was computed so far, but no more of a kind than refunds have left, and where money is short the rest
-- is shipping.
WITH taken AS (
  SELECT line.store_id, line.id, line.carried, line.tax - given.tax AS tax_left,
    line.charged - line.shipping - given.amount AS money_left, line.shipping - given.shipping AS shipping_left,
    round(line.shipping::numeric * line.carried / line.charged) AS shipping, round(line.tax::numeric * line.carried / line.charged) AS tax
  FROM order_product AS line CROSS JOIN LATERAL (
    SELECT coalesce(sum(part.amount), 0) AS amount, coalesce(sum(part.shipping), 0) AS shipping, coalesce(sum(part.tax), 0) AS tax
    FROM refund_line AS part JOIN refund ON refund.store_id = part.store_id AND refund.id = part.refund_id
    WHERE part.store_id = line.store_id AND part.order_product_id = line.id AND refund.status <> 'failed'
  ) AS given
  WHERE line.carried > 0 AND line.charged > 0
), split AS (
  SELECT store_id, id, carried, tax, tax_left,
    greatest(0, least(carried, shipping_left, greatest(shipping, carried - money_left)))::bigint AS shipping
  FROM taken
)
UPDATE order_product AS line
SET carried_shipping = split.shipping, carried_tax = greatest(0, least(split.tax, split.tax_left, split.carried - split.shipping))::bigint
FROM split WHERE line.store_id = split.store_id AND line.id = split.id;
