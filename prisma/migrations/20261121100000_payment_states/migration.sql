-- By themselves: PostgreSQL lets nothing use a new value before the transaction that added it is over.

-- AlterEnum
ALTER TYPE "PaymentState" ADD VALUE 'asked';
ALTER TYPE "PaymentState" ADD VALUE 'given_up';
ALTER TYPE "PaymentState" ADD VALUE 'withdrawn';
ALTER TYPE "PaymentState" ADD VALUE 'refunding';
ALTER TYPE "PaymentState" ADD VALUE 'refunded';
