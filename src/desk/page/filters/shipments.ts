/** The filters of the parcels to send, which no export has. */
import { endOf } from '../format.ts'
import { type FilterSpec, inCapitals, yesOrNo } from './filter-spec.ts'

/** A parcel of which a part is on hold is not sent. */
const isHeld = { fulfillments: { status: { eq: 'open' as const }, onHold: { eq: true } } }

/** The parcels that are due by a day. */
export const dueBy = (day: string) => ({ status: { eq: 'unshipped' as const }, adjustedOrderedAt: { lt: endOf(day) } })

/** The page of the parcels that can be sent today, and its filter of a day. */
export const sendableToday = '/ship?on_hold=false'
export const sendableBy = (day: string) => ({ ...dueBy(day), NOT: isHeld })

export const shipmentFilters: readonly FilterSpec[] = [
  {
    name: 'on_hold',
    label: 'On hold, in whole or in part',
    kind: 'choice',
    options: yesOrNo,
    where: (value) => (value === 'true' ? isHeld : { NOT: isHeld }),
  },
  {
    name: 'fulfillments.instance.sku',
    label: 'SKU',
    kind: 'text',
    where: (sku) => ({ fulfillments: { status: { eq: 'open' }, instance: { sku: { eq: sku } } } }),
  },
  {
    name: 'adjusted_ordered_at__gte',
    label: 'Due from',
    kind: 'day',
    where: (from) => ({ adjustedOrderedAt: { ge: from } }),
  },
  {
    name: 'ship_address.country',
    label: 'Country',
    kind: 'text',
    spelled: inCapitals,
    where: (country) => ({ shipAddress: { country: { eq: country } } }),
  },
]
