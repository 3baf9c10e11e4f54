-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "backed_up_at" TIMESTAMPTZ(3);
