/** The pieces that an action on shipments restocks, as a change of each shipment. */
import type { Restocked } from '../../purchases/stock/restock.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import type { Parcel, Shipment } from './parcels.ts'

/** The movements of an action: their kind, the name of the change, and the pieces of all shipments together, by their instances. */
type StockMoved = { kind: 'returned' | 'released'; name: string; moved: Restocked | null }

/** Adds the pieces of each shipment to its changes; the ledger of stock distinguishes those of several shipments. */
export async function withStockMoved(
  write: Write,
  changes: ReadonlyMap<Shipment, Changes>,
  planned: readonly { parcel: Parcel }[],
  { kind, name, moved }: StockMoved,
): Promise<ReadonlyMap<Shipment, Changes>> {
  const [only, ...others] = planned
  if (!moved || !only) return changes
  const pieces = others.length > 0 ? await piecesOfEach(write, planned, kind) : new Map([[only.parcel.shipment, moved]])
  return new Map(
    [...changes].map(([shipment, change]) => {
      const own = pieces.get(shipment)
      return [shipment, own ? { ...change, [name]: { from: null, to: own } } : change]
    }),
  )
}

async function piecesOfEach(
  { tx, viewer }: Write,
  planned: readonly { parcel: Parcel }[],
  kind: StockMoved['kind'],
): Promise<Map<Shipment, Restocked>> {
  const shipmentOf = new Map(planned.flatMap(({ parcel }) => parcel.fulfillments.map(({ id }) => [id, parcel.shipment])))
  const movements = await tx.inventoryMovement.findMany({
    where: { storeId: viewer.storeId, cause: 'fulfillment', causeId: { in: [...shipmentOf.keys()] }, kind },
    select: { causeId: true, productInstanceId: true, quantity: true },
    orderBy: { productInstanceId: 'asc' },
  })
  const pieces = new Map<Shipment, Restocked>()
  for (const { causeId, productInstanceId, quantity } of movements) {
    const shipment = causeId === null ? undefined : shipmentOf.get(causeId)
    if (!shipment) continue
    const own = pieces.get(shipment) ?? {}
    pieces.set(shipment, { ...own, [String(productInstanceId)]: (own[String(productInstanceId)] ?? 0) + quantity })
  }
  return pieces
}
