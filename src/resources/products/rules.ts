/** What may be written of a product. Pure. */
import { badInput } from '../../errors.ts'
import { together } from '../../values/faults.ts'
import { type Given, refuseBlank, refuseHuge, refuseLong, refuseNegative, refuseNull } from '../../values/given.ts'

/** How shipping can be priced. */
const shipOptions: readonly string[] = ['flat', 'weight', 'free']

/** The most characters of each text. */
export const maxLengths = { name: 200, description: 50_000, sku: 100, slug: 200 }

/** Refuses what a product cannot be; none of its fields can be null. */
export function checkChange(change: Given): void {
  const { shipOption } = change
  together(
    () => refuseNull(change, Object.keys(change)),
    () => refuseBlank(change, ['name', 'slug']),
    () => refuseLong(change, maxLengths),
    () => refuseNegative(change, ['shipWeight', 'flatShipPrice', 'giftShipping']),
    () => refuseHuge(change, ['shipWeight', 'flatShipPrice', 'giftShipping']),
    () => {
      if (shipOption != null && !shipOptions.includes(shipOption as string))
        throw badInput(`ship_option must be one of ${shipOptions.join(', ')}.`, 'shipOption')
    },
  )
}

export const slugTaken = () => badInput('slug is already the slug of another product.', 'slug')
