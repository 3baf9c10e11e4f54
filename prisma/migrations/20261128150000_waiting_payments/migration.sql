-- A payment that waits for its customer. A new value cannot be used in the transaction that adds it: the next migration does.
ALTER TYPE "PaymentState" ADD VALUE IF NOT EXISTS 'waiting';
ALTER TYPE "PastDueReason" ADD VALUE IF NOT EXISTS 'customer_action';
