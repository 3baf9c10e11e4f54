/** Names of tables, indexes and constraints in errors of a database that keeps its tables in parts, as Citus does. */

/** `product_store_id_slug_key_102008` → `product_store_id_slug_key`: the number of the part is left out. */
export const withoutPart = (name: string): string => name.replace(/_\d{6,}$/, '')
