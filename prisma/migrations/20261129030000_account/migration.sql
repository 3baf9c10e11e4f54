-- CreateEnum
CREATE TYPE "AccountLinkPurpose" AS ENUM ('sign_in', 'confirm_withdrawal');

-- CreateEnum
CREATE TYPE "WithdrawalKind" AS ENUM ('withdrawal', 'cancellation');

-- CreateEnum
CREATE TYPE "CancelOfferKind" AS ENUM ('skip', 'pause', 'percent', 'change');

-- CreateEnum
CREATE TYPE "CancelOfferOutcome" AS ENUM ('shown', 'accepted', 'declined');

-- AlterTable
ALTER TABLE "store" ADD COLUMN     "account_url" TEXT,
ADD COLUMN     "withdrawal_countries" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "account_link" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "purpose" "AccountLinkPurpose" NOT NULL,
    "withdrawal_id" BIGINT,
    "key_id" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_link_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "account_session" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_session_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "withdrawal" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "kind" "WithdrawalKind" NOT NULL,
    "name" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(0) NOT NULL,
    "is_acknowledged" BOOLEAN NOT NULL,
    "customer_id" BIGINT,
    "order_id" BIGINT,
    "subscription_id" BIGINT,
    "confirmed_at" TIMESTAMPTZ(0),
    "handled_at" TIMESTAMPTZ(0),
    "note" TEXT,

    CONSTRAINT "withdrawal_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "consent" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "order_id" BIGINT,
    "subscription_id" BIGINT,
    "version" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "text_hash" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(0) NOT NULL,
    "surface" TEXT NOT NULL,
    "address" TEXT,
    "recorded_by" TEXT NOT NULL,

    CONSTRAINT "consent_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "cancellation_reason" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "code" INTEGER NOT NULL,
    "words" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "offer" "CancelOfferKind",
    "coupon_id" BIGINT,
    "archived_at" TIMESTAMPTZ(0),

    CONSTRAINT "cancellation_reason_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "cancel_offer" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "subscription_id" BIGINT NOT NULL,
    "reason_code" INTEGER NOT NULL,
    "kind" "CancelOfferKind" NOT NULL,
    "coupon_id" BIGINT,
    "outcome" "CancelOfferOutcome" NOT NULL DEFAULT 'shown',
    "shown_at" TIMESTAMPTZ(0) NOT NULL,
    "answered_at" TIMESTAMPTZ(0),

    CONSTRAINT "cancel_offer_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "account_link_store_id_customer_id_created_at_idx" ON "account_link"("store_id", "customer_id", "created_at");

-- CreateIndex
CREATE INDEX "account_link_expires_at_idx" ON "account_link"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_link_store_id_token_hash_key" ON "account_link"("store_id", "token_hash");

-- CreateIndex
CREATE INDEX "account_session_store_id_customer_id_idx" ON "account_session"("store_id", "customer_id");

-- CreateIndex
CREATE INDEX "account_session_expires_at_idx" ON "account_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_session_store_id_token_hash_key" ON "account_session"("store_id", "token_hash");

-- CreateIndex
CREATE INDEX "withdrawal_store_id_email_received_at_idx" ON "withdrawal"("store_id", "email", "received_at");

-- CreateIndex
CREATE INDEX "withdrawal_store_id_received_at_idx" ON "withdrawal"("store_id", "received_at");

-- CreateIndex
CREATE INDEX "consent_store_id_customer_id_idx" ON "consent"("store_id", "customer_id");

-- CreateIndex
CREATE INDEX "consent_accepted_at_idx" ON "consent"("accepted_at");

-- CreateIndex
CREATE INDEX "cancel_offer_store_id_customer_id_idx" ON "cancel_offer"("store_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "cancel_offer_store_id_subscription_id_key" ON "cancel_offer"("store_id", "subscription_id");

-- AddForeignKey
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_store_id_withdrawal_id_fkey" FOREIGN KEY ("store_id", "withdrawal_id") REFERENCES "withdrawal"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_session" ADD CONSTRAINT "account_session_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancellation_reason" ADD CONSTRAINT "cancellation_reason_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancellation_reason" ADD CONSTRAINT "cancellation_reason_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancel_offer" ADD CONSTRAINT "cancel_offer_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customer"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancel_offer" ADD CONSTRAINT "cancel_offer_store_id_subscription_id_fkey" FOREIGN KEY ("store_id", "subscription_id") REFERENCES "subscription"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancel_offer" ADD CONSTRAINT "cancel_offer_store_id_coupon_id_fkey" FOREIGN KEY ("store_id", "coupon_id") REFERENCES "coupon"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

CREATE UNIQUE INDEX "cancellation_reason_store_id_code_key" ON "cancellation_reason" ("store_id", "code") WHERE "archived_at" IS NULL;

-- The withdrawals that the store has still to deal with.
CREATE INDEX "withdrawal_open" ON "withdrawal" ("store_id", "id") WHERE "handled_at" IS NULL;

ALTER TABLE "consent" ADD CONSTRAINT "consent_text_hash_check" CHECK ("text_hash" = encode(sha256(convert_to("text", 'UTF8')), 'hex'));

-- A consent is never changed, but for its address, which a redaction takes away; it is kept for three years at least, but where a store was made for tests.
CREATE FUNCTION "keep_consent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."address" IS NOT NULL OR to_jsonb(NEW) - 'address' IS DISTINCT FROM to_jsonb(OLD) - 'address' THEN
      RAISE EXCEPTION 'A consent is never changed.' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD."accepted_at" > now() - interval '3 years'
    AND NOT EXISTS (SELECT FROM "store" WHERE "store"."id" = OLD."store_id" AND "store"."has_test_clock") THEN
    RAISE EXCEPTION 'A consent is kept for three years.' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "consent_kept" BEFORE UPDATE OR DELETE ON "consent" FOR EACH ROW EXECUTE FUNCTION "keep_consent"();
