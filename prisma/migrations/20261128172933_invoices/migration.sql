-- CreateEnum
CREATE TYPE "InvoiceKind" AS ENUM ('invoice', 'credit_note', 'correction');

-- CreateEnum
CREATE TYPE "InvoiceCause" AS ENUM ('payment', 'edit', 'change', 'refund', 'reversal');

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "invoice_prefix" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "invoices_from" TIMESTAMPTZ(0),
ADD COLUMN     "tax_id" TEXT;

-- CreateTable
CREATE TABLE "invoice" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "invoice_id" BIGINT,
    "kind" "InvoiceKind" NOT NULL,
    "number" TEXT NOT NULL,
    "series" "InvoiceKind" NOT NULL,
    "epoch" INTEGER NOT NULL,
    "place" BIGINT NOT NULL,
    "cause" "InvoiceCause" NOT NULL,
    "cause_id" BIGINT NOT NULL,
    "caused_at" TIMESTAMPTZ(0) NOT NULL,
    "issued_at" TIMESTAMPTZ(0) NOT NULL,
    "total" BIGINT NOT NULL,
    "total_tax" BIGINT NOT NULL,
    "content" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_in" BIGINT NOT NULL DEFAULT this_transaction(),

    CONSTRAINT "invoice_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "invoice_due" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "cause" "InvoiceCause" NOT NULL,
    "cause_id" BIGINT NOT NULL,
    "caused_at" TIMESTAMPTZ(0) NOT NULL,
    "basis" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoice_due_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "invoice_series" (
    "store_id" BIGINT NOT NULL,
    "series" "InvoiceKind" NOT NULL,
    "epoch" INTEGER NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "invoice_series_pkey" PRIMARY KEY ("store_id","series","epoch")
);

-- CreateIndex
CREATE INDEX "invoice_store_id_order_id_id_idx" ON "invoice"("store_id", "order_id", "id");

-- CreateIndex
CREATE INDEX "invoice_store_id_customer_id_id_idx" ON "invoice"("store_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "invoice_store_id_invoice_id_idx" ON "invoice"("store_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_store_id_issued_at_id_idx" ON "invoice"("store_id", "issued_at", "id");

-- CreateIndex
CREATE INDEX "invoice_store_id_changed_in_id_idx" ON "invoice"("store_id", "changed_in", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_store_id_cause_cause_id_key" ON "invoice"("store_id", "cause", "cause_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_store_id_series_epoch_place_key" ON "invoice"("store_id", "series", "epoch", "place");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_store_id_number_key" ON "invoice"("store_id", "number");

-- CreateIndex
CREATE INDEX "invoice_due_store_id_order_id_id_idx" ON "invoice_due"("store_id", "order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_due_store_id_cause_cause_id_key" ON "invoice_due"("store_id", "cause", "cause_id");

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_store_id_invoice_id_fkey" FOREIGN KEY ("store_id", "invoice_id") REFERENCES "invoice"("store_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_due" ADD CONSTRAINT "invoice_due_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "order"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_series" ADD CONSTRAINT "invoice_series_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

ALTER TABLE "invoice" ADD CONSTRAINT "invoice_total_check" CHECK ("total" >= 0);
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_place_check" CHECK ("place" > 0);
-- A prefix ends where the place begins, so that numbers of all prefixes differ.
ALTER TABLE "store" ADD CONSTRAINT "store_invoice_prefix_check" CHECK ("invoice_prefix" ~ '^([A-Za-z0-9/_-]{0,19}[/_-])?$');
CREATE TRIGGER "invoice_leaves_tombstones" AFTER DELETE ON "invoice" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "leave_tombstones"();

-- An invoice stays as it was issued. Only a test store is deleted, with its invoices.
CREATE FUNCTION "refuse_invoice_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM "store" WHERE "id" = OLD."store_id" AND "has_test_clock") THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'Invoice % of store % stays as it was issued.', OLD."id", OLD."store_id" USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "invoice_stays" BEFORE UPDATE OR DELETE ON "invoice" FOR EACH ROW EXECUTE FUNCTION "refuse_invoice_change"();

-- What is due is written with what it is due for, by whatever statement: a paid order, with its lines as they are then.
CREATE FUNCTION "order_has_invoice"("of_store" BIGINT, "of_order" BIGINT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "invoice" WHERE "store_id" = "of_store" AND "order_id" = "of_order")
    OR EXISTS (SELECT FROM "invoice_due" WHERE "store_id" = "of_store" AND "order_id" = "of_order")
$$;
CREATE FUNCTION "order_invoice_due"() RETURNS trigger LANGUAGE plpgsql AS $$
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
      'addressId', NEW."address_id", 'reason', CASE WHEN "is_more" THEN NEW."edit_reason" END, 'lines', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('orderProductId', "id", 'name', "name", 'sku', "sku", 'price', "price",
          'quantity', "quantity", 'discount', "discount", 'shipping', "shipping", 'tax', "tax", 'charged', "charged", 'taxLines', "tax_lines") ORDER BY "id"), '[]')
        FROM "order_product" WHERE "store_id" = NEW."store_id" AND "order_id" = NEW."id")));
  RETURN NULL;
END $$;
CREATE TRIGGER "order_placed_invoice_due" AFTER INSERT ON "order"
  FOR EACH ROW WHEN (NEW."paid_at" IS NOT NULL AND NOT NEW."is_test") EXECUTE FUNCTION "order_invoice_due"();
CREATE TRIGGER "order_changed_invoice_due" AFTER UPDATE OF "paid_at", "total" ON "order"
  FOR EACH ROW WHEN (NEW."paid_at" IS NOT NULL AND NOT NEW."is_test" AND (OLD."paid_at" IS NULL OR OLD."total" <> NEW."total"))
  EXECUTE FUNCTION "order_invoice_due"();

-- A refund that is done, or that has failed since, with its lines. One without lines gives back what an edit took off, which has its own.
CREATE FUNCTION "refund_invoice_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "invoice_due" ("store_id", "order_id", "cause", "cause_id", "caused_at", "basis")
  SELECT NEW."store_id", NEW."order_id", CASE NEW."status" WHEN 'done' THEN 'refund' ELSE 'reversal' END::"InvoiceCause", NEW."id",
    NEW."settled_at", jsonb_build_object('cardAmount', NEW."card_amount", 'creditAmount', NEW."credit_amount", 'reason', NEW."reason", 'lines',
      jsonb_agg(jsonb_build_object('orderProductId', "order_product_id", 'quantity', "quantity", 'amount', "amount", 'shipping', "shipping", 'tax', "tax")
        ORDER BY "order_product_id"))
  FROM "refund_line" WHERE "store_id" = NEW."store_id" AND "refund_id" = NEW."id"
  HAVING count(*) > 0 AND "order_has_invoice"(NEW."store_id", NEW."order_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "refund_settled_invoice_due" AFTER UPDATE OF "status" ON "refund"
  FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND 'done' IN (OLD."status", NEW."status")) EXECUTE FUNCTION "refund_invoice_due"();
