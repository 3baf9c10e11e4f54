/** Makes shipping zones and their bands, updates them, archives and restores zones, and deletes bands. */
import { recordWrites } from '../../records/record-writes.ts'
import { badInput } from '../../values/errors.ts'
import type { Write } from '../../writes/write.ts'
import { checkBand, checkBands, checkPlace, maxBands, maxZones } from './rules.ts'
import { bandFields, zoneFields } from './writable.ts'

/** Refuses one more zone of a store that has as many as there may be; the store is locked. */
async function checkRoom(write: Write): Promise<void> {
  await write.lockStore()
  if ((await write.count('ShippingZone', { archivedAt: null })) >= maxZones)
    throw badInput(`The store has ${maxZones} shipping zones, the most there may be; archive one first.`)
}

recordWrites('ShippingZone', {
  fields: zoneFields,
  check: checkPlace,
  create: {
    async columns(write) {
      await checkRoom(write)
      return {}
    },
  },
  update: {},
  archivedBy: 'archivedAt',
  checkRestorable: checkRoom,
})

recordWrites('ShippingBand', {
  fields: bandFields,
  parent: 'zoneId',
  check: checkBand,
  async checkWritten(write, { zoneId }) {
    const bands = await write.read('ShippingBand', { zoneId: zoneId as bigint })
    if (bands.length > maxBands) throw badInput(`A shipping zone has at most ${maxBands} bands.`)
    checkBands(bands)
  },
  create: {},
  update: {},
  isDeletable: true,
})
