-- CreateEnum
CREATE TYPE "StaffRole" AS ENUM ('owner', 'support', 'warehouse', 'marketing', 'read_only');

-- CreateEnum
CREATE TYPE "StaffStatus" AS ENUM ('invited', 'active', 'removed');

-- AlterTable
ALTER TABLE "merchant_key" ADD COLUMN     "staff_id" BIGINT;

-- CreateTable
CREATE TABLE "staff" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "role" "StaffRole" NOT NULL,
    "status" "StaffStatus" NOT NULL DEFAULT 'invited',
    "password_hash" TEXT,
    "invitation_hash" TEXT,
    "invitation_expires_at" TIMESTAMPTZ(0),
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "accepted_at" TIMESTAMPTZ(0),
    "signed_in_at" TIMESTAMPTZ(0),
    "removed_at" TIMESTAMPTZ(0),
    "redacted_at" TIMESTAMPTZ(0),

    CONSTRAINT "staff_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "staff_session" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "staff_id" BIGINT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(0) NOT NULL,
    "expires_at" TIMESTAMPTZ(0) NOT NULL,
    "ended_at" TIMESTAMPTZ(0),
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "staff_try" (
    "store_id" BIGINT NOT NULL,
    "account" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL,

    CONSTRAINT "staff_try_pkey" PRIMARY KEY ("store_id","account","address")
);

-- CreateIndex
CREATE INDEX "staff_session_store_id_staff_id_id_idx" ON "staff_session"("store_id", "staff_id", "id");

-- CreateIndex
CREATE INDEX "staff_session_expires_at_idx" ON "staff_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "staff_session_store_id_token_hash_key" ON "staff_session"("store_id", "token_hash");

-- CreateIndex
CREATE INDEX "staff_try_since_idx" ON "staff_try"("since");

-- AddForeignKey
ALTER TABLE "merchant_key" ADD CONSTRAINT "merchant_key_store_id_staff_id_fkey" FOREIGN KEY ("store_id", "staff_id") REFERENCES "staff"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff" ADD CONSTRAINT "staff_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_store_id_staff_id_fkey" FOREIGN KEY ("store_id", "staff_id") REFERENCES "staff"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_try" ADD CONSTRAINT "staff_try_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- An e-mail address, in any case, is of one person of a store who is not removed; it is found by it.
CREATE UNIQUE INDEX "staff_email_key" ON "staff" ("store_id", lower("email" COLLATE "C")) WHERE "status" <> 'removed';

-- An active person has a password, an invited one an invitation, a removed one neither.
ALTER TABLE "staff" ADD CONSTRAINT "staff_status_check" CHECK (CASE "status"
  WHEN 'active' THEN "password_hash" IS NOT NULL AND "invitation_hash" IS NULL AND "removed_at" IS NULL
  WHEN 'invited' THEN "password_hash" IS NULL AND "invitation_hash" IS NOT NULL AND "invitation_expires_at" IS NOT NULL
  ELSE "password_hash" IS NULL AND "invitation_hash" IS NULL AND "removed_at" IS NOT NULL END);

-- The keys that a person made.
CREATE INDEX "merchant_key_staff" ON "merchant_key" ("store_id", "staff_id", "id") WHERE "staff_id" IS NOT NULL;
