-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "gateway" TEXT NOT NULL DEFAULT 'sandbox';

-- AlterTable
ALTER TABLE "payment_method" ADD COLUMN     "gateway" TEXT NOT NULL DEFAULT 'sandbox';

-- AlterTable
ALTER TABLE "refund" ADD COLUMN     "gateway" TEXT NOT NULL DEFAULT 'sandbox';

-- The gateway of a refund is read by nobody: it marks no row.
CREATE OR REPLACE FUNCTION "mark_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  OLD."reference" := NEW."reference";
  OLD."charge" := NEW."charge";
  OLD."gateway" := NEW."gateway";
  OLD."accepted_at" := NEW."accepted_at";
  OLD."due_at" := NEW."due_at";
  OLD."looks" := NEW."looks";
  IF OLD IS DISTINCT FROM NEW THEN
    NEW."updated_at" := now();
    NEW."changed_in" := pg_current_xact_id()::text::bigint;
  END IF;
  RETURN NEW;
END $$;
