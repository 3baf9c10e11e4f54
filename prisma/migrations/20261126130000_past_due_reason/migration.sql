-- CreateEnum
CREATE TYPE "PastDueReason" AS ENUM ('declined', 'out_of_stock', 'no_payment_method', 'no_address', 'no_price', 'missed');

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "past_due_reason" "PastDueReason";

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_past_due_reason" CHECK ("past_due_reason" IS NULL OR "status" = 'past_due');

-- The reason of the last failure: a renewal that could not be asked for has noted it in the log, one that was declined has left an
-- unpaid order, one that was missed has failed no time. Where nothing of this is left, the first thing that a renewal lacks today.
UPDATE "subscription" SET "past_due_reason" = (CASE
    WHEN found."noted" LIKE 'There are not % in stock of product instance %' THEN 'out_of_stock'
    WHEN found."noted" = 'The subscription has no payment method.' THEN 'no_payment_method'
    WHEN found."noted" = 'The subscription has no address to send to.' THEN 'no_address'
    WHEN found."noted" LIKE '% has no price for the subscription''s term.' THEN 'no_price'
    WHEN found."unpaid_order_id" IS NOT NULL THEN 'declined'
    WHEN found."past_due_at" IS NOT NULL AND found."failed_renewals" = 0 THEN 'missed'
    WHEN found."payment_method_id" IS NULL AND NOT EXISTS (
      SELECT FROM "payment_method" WHERE "payment_method"."store_id" = found."store_id" AND "payment_method"."customer_id" = found."customer_id"
    ) THEN 'no_payment_method'
    WHEN found."address_id" IS NULL AND NOT EXISTS (
      SELECT FROM "address" WHERE "address"."store_id" = found."store_id" AND "address"."customer_id" = found."customer_id"
    ) THEN 'no_address'
    WHEN NOT EXISTS (
      SELECT FROM "product_instance_subscription_type_term_price" AS price WHERE price."store_id" = found."store_id"
        AND price."product_instance_id" = found."product_instance_id" AND price."term_id" = found."term_id"
    ) AND NOT EXISTS (
      SELECT FROM "product_term_price" AS price WHERE price."store_id" = found."store_id" AND price."product_id" = found."product_id"
        AND price."term_id" = found."term_id"
    ) THEN 'no_price'
    ELSE 'declined'
  END)::"PastDueReason"
FROM (
  SELECT held.*, noted."note" AS "noted" FROM "subscription" AS held
  LEFT JOIN LATERAL (
    SELECT entry."note" FROM "log_entry" AS entry
    WHERE entry."store_id" = held."store_id" AND entry."subscription_id" = held."id" AND entry."operation" = 'failRenewal'
      AND entry."refused_by" IS NULL AND entry."created_at" >= held."last_failed_renewal" - interval '1 second'
    ORDER BY entry."id" DESC LIMIT 1
  ) AS noted ON true
  WHERE held."status" = 'past_due'
) AS found
WHERE "subscription"."store_id" = found."store_id" AND "subscription"."id" = found."id";
