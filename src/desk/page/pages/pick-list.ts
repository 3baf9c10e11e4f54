/** The pick list: pieces to take from the shelves for parcels. */

type Box = { status: string; quantity: number; instance: { sku: string; product: { name: string } } }

/** A parcel without its cancelled parts, which the API still lists. */
export const withoutCancelled = <Parcel extends { fulfillments: readonly Box[] }>(parcel: Parcel): Parcel => ({
  ...parcel,
  fulfillments: parcel.fulfillments.filter(({ status }) => status === 'open'),
})

/** The pieces of all parcels by SKU. */
export function picked(parcels: readonly { fulfillments: readonly Box[] }[]): { sku: string; name: string; quantity: number }[] {
  const bySku = new Map<string, { sku: string; name: string; quantity: number }>()
  for (const { fulfillments } of parcels)
    for (const { instance, quantity } of fulfillments) {
      const known = bySku.get(instance.sku) ?? { sku: instance.sku, name: instance.product.name, quantity: 0 }
      bySku.set(instance.sku, { ...known, quantity: known.quantity + quantity })
    }
  return [...bySku.values()].sort((one, other) => one.sku.localeCompare(other.sku))
}
