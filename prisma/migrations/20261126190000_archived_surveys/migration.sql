-- Surveys and their questions are archived, since results refer to them.
ALTER TABLE "product_survey" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
ALTER TABLE "product_survey_field" ADD COLUMN "archived_at" TIMESTAMPTZ(0);
