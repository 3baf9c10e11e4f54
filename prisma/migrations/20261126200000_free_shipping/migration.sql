-- By itself: PostgreSQL lets nothing use a new value before the transaction that added it is over.

-- AlterEnum
ALTER TYPE "CouponDiscountType" ADD VALUE 'free_shipping';
