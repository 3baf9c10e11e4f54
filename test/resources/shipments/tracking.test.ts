/** Carrier and tracking of a shipment that was sent are corrected, or given when they are known. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addParcel } from './parcels.ts'

const store = await openStore()
const { db } = store

describe.each(surfaces)('Over %s', (surface) => {
  const update = (input: Record<string, unknown>, options = {}) => ask(store, surface, 'updateShipment', input, options)

  it('what was sent gets its tracking afterwards, and another one; nothing else changes', async () => {
    const { id, customer } = await addParcel(db, [1])
    const { record: sent } = await ask(store, surface, 'shipShipment', { id, carrier: 'Parcel Post', label_cost: 395 })
    const tracking = { tracking_number: '1Z999', tracking_url: 'https://carrier.example/track/1Z999' }
    const { status, record } = await update({ id, ...tracking })
    expect(status).toBe(200)
    expect(record).toEqual({ ...sent, ...tracking })
    await ask(store, surface, 'deliverShipment', { id })
    const { record: corrected } = await update({ id, tracking_number: '1Z998', tracking_url: null })
    expect(corrected).toMatchObject({ carrier: 'Parcel Post', tracking_number: '1Z998', tracking_url: null, status: 'shipped' })
    const events = await db.event.findMany({
      where: { customerId: customer.id, type: 'shipment.updated' },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ changes }) => changes)).toEqual([
      { trackingNumber: { from: null, to: '1Z999' }, trackingUrl: { from: null, to: tracking.tracking_url } },
      { trackingNumber: { from: '1Z999', to: '1Z998' }, trackingUrl: { from: tracking.tracking_url, to: null } },
    ])
    await update({ id, tracking_number: '1Z998' })
    expect(await db.event.count({ where: { customerId: customer.id, type: 'shipment.updated' } })).toBe(2)
  })

  it('what is not sent, or cancelled, is refused', async () => {
    const { id } = await addParcel(db, [1])
    const refused = async (state: string) => {
      const { status, code, message } = await update({ id, carrier: 'Parcel Post' })
      expect([status, message]).toEqual([
        400,
        `Shipment ${id} ${state}: only what was sent has a carrier and tracking to change.`,
      ])
      if (surface === 'GraphQL') expect(code).toBe('WRONG_STATUS')
    }
    await refused('is not shipped yet')
    await ask(store, surface, 'cancelShipment', { id })
    await refused('was cancelled')
  })
})
