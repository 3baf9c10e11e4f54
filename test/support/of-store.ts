/** How tests find one row: by the key that every table of a store has. */

/** The row with this id of a store, the first unless given. */
export const ofStore = (id: bigint | number, storeId: bigint | number = 1) => ({ storeId_id: { storeId, id } })
