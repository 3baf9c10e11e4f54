-- The unsettled payment of an order that is asked for again under its external id.
CREATE INDEX "payment_external_id" ON "payment" ("store_id", ("plan"->'named'->>'externalId'))
  WHERE "plan"->'named'->>'externalId' IS NOT NULL AND "state" IN ('recorded', 'asked', 'given_up');
