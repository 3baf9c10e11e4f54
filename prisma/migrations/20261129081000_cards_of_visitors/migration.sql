-- A card that a visitor entered pays what it was entered for, and nothing else of the customer.
ALTER TABLE "payment_method" ADD COLUMN "entered_by_visitor" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "payment_method" ADD CONSTRAINT "payment_method_of_visitor" CHECK (NOT ("entered_by_visitor" AND "is_default"));
