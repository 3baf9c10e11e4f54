-- Each write of a count writes its movement too.
DROP TRIGGER "product_inventory_corrected_added" ON "product_inventory";
DROP TRIGGER "product_inventory_corrected" ON "product_inventory";
DROP FUNCTION "correct_stock"();
