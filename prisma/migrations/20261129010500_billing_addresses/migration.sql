-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "bill_to" JSONB,
ADD COLUMN     "billing_address_id" BIGINT;

-- AlterTable
ALTER TABLE "order" ADD COLUMN     "billing_address_id" BIGINT;

-- CreateIndex
CREATE INDEX "cart_store_id_billing_address_id_idx" ON "cart"("store_id", "billing_address_id");

-- CreateIndex
CREATE INDEX "order_store_id_billing_address_id_idx" ON "order"("store_id", "billing_address_id");

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_store_id_billing_address_id_fkey" FOREIGN KEY ("store_id", "billing_address_id") REFERENCES "address"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_store_id_billing_address_id_fkey" FOREIGN KEY ("store_id", "billing_address_id") REFERENCES "address"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What schema.prisma cannot say.

-- The address of the bill is frozen like the one where an order is sent.
CREATE FUNCTION "freeze_billing_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."billing_address_id" := "freeze_address"(NEW."store_id", NEW."billing_address_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "order_billing_address_frozen" BEFORE INSERT OR UPDATE OF "billing_address_id" ON "order"
  FOR EACH ROW WHEN (NEW."billing_address_id" IS NOT NULL) EXECUTE FUNCTION "freeze_billing_address"();

-- Its invoice takes it.
CREATE OR REPLACE FUNCTION "order_invoice_due"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "is_more" BOOLEAN := TG_OP = 'UPDATE' AND "order_has_invoice"(NEW."store_id", NEW."id");
  "due" BIGINT;
BEGIN
  IF NOT "is_more" AND (NEW."total" = 0 OR NOT EXISTS (
    SELECT FROM "store" WHERE "id" = NEW."store_id" AND "invoices_from" <= NEW."paid_at"
  )) THEN
    RETURN NULL;
  END IF;
  "due" := nextval('invoice_due_id_seq');
  INSERT INTO "invoice_due" ("store_id", "id", "order_id", "cause", "cause_id", "caused_at", "basis") VALUES (
    NEW."store_id", "due", NEW."id", CASE WHEN "is_more" THEN 'edit' ELSE 'payment' END::"InvoiceCause",
    CASE WHEN "is_more" THEN "due" ELSE NEW."id" END,
    CASE WHEN OLD."paid_at" IS NULL THEN NEW."paid_at" ELSE coalesce(NEW."edited_at", NEW."paid_at") END,
    jsonb_build_object(
      'total', NEW."total", 'taxIncluded', NEW."tax_included", 'creditApplied', NEW."credit_applied", 'giftCardDiscount', NEW."gift_card_discount",
      'addressId', NEW."address_id", 'billingAddressId', NEW."billing_address_id", 'reason', CASE WHEN "is_more" THEN NEW."edit_reason" END, 'lines', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('orderProductId', "id", 'name', "name", 'sku', "sku", 'price', "price",
          'quantity', "quantity", 'discount', "discount", 'shipping', "shipping", 'tax', "tax", 'charged', "charged", 'taxLines', "tax_lines") ORDER BY "id"), '[]')
        FROM "order_product" WHERE "store_id" = NEW."store_id" AND "order_id" = NEW."id")));
  RETURN NULL;
END $$;
