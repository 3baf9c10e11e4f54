-- A value of an enum can be used only by a later transaction than the one that adds it.
ALTER TYPE "OwnerType" ADD VALUE 'order';
ALTER TYPE "OwnerType" ADD VALUE 'product';
