-- AlterTable
ALTER TABLE "staff" ADD COLUMN     "recovery_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "totp_confirmed_at" TIMESTAMPTZ(0),
ADD COLUMN     "totp_secret" TEXT,
ADD COLUMN     "totp_step" BIGINT;
