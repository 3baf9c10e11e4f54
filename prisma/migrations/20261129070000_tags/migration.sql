ALTER TABLE "customer"
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "tag_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "internal_note" TEXT;

ALTER TABLE "product"
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "tag_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "internal_note" TEXT;

ALTER TABLE "subscription"
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "tag_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "internal_note" TEXT;

ALTER TABLE "order"
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "tag_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "internal_note" TEXT;

-- Records by their tags. Few have any; without a list of new entries, a read never goes through what was written since.
CREATE INDEX "customer_tag_keys_idx" ON "customer" USING gin ("tag_keys") WITH (fastupdate = off) WHERE "tag_keys" <> '{}';
CREATE INDEX "product_tag_keys_idx" ON "product" USING gin ("tag_keys") WITH (fastupdate = off) WHERE "tag_keys" <> '{}';
CREATE INDEX "subscription_tag_keys_idx" ON "subscription" USING gin ("tag_keys") WITH (fastupdate = off) WHERE "tag_keys" <> '{}';
CREATE INDEX "order_tag_keys_idx" ON "order" USING gin ("tag_keys") WITH (fastupdate = off) WHERE "tag_keys" <> '{}';
