/** Acts on many subscriptions. */

import type { ResultOf } from 'gql.tada'
import { CancelDocument, ChangeDocument, PauseDocument } from '../documents/subscription-acts.ts'
import type { SubscriptionsDocument } from '../documents/subscriptions.ts'
import { beginOf, money, readMoney } from '../format.ts'
import type { BulkAct } from '../parts/bulk.tsx'
import type { FieldSpec } from '../parts/field.tsx'
import { FieldFault } from '../parts/field-fault.ts'
import { tagBulk } from '../parts/tag-bulk.ts'

export type ChosenSubscription = NonNullable<ResultOf<typeof SubscriptionsDocument>['subscriptions']>['nodes'][number]

const note: FieldSpec = { name: 'logNote', label: 'Why', kind: 'text', hint: 'Kept in the log.', isOptional: true }

const recurring = (_: unknown, { recurringPrice }: ChosenSubscription): number => recurringPrice ?? 0

const scope = 'write_subscriptions'

export const subscriptionBulk: readonly BulkAct<ChosenSubscription>[] = [
  {
    label: 'Pause',
    title: 'Pause',
    document: PauseDocument,
    fields: [
      { name: 'pausedUntil', label: 'Until', kind: 'day', hint: 'Without a day, until they are resumed.', isOptional: true },
      note,
    ],
    input: ({ id }, { pausedUntil, logNote }) => ({
      id,
      ...(pausedUntil && { pausedUntil: beginOf(pausedUntil) }),
      ...(logNote && { logNote }),
    }),
    amountOf: recurring,
    sum: (amount) => `payments of ${amount} rest`,
    scope,
  },
  {
    label: 'Cancel',
    title: 'Cancel',
    document: CancelDocument,
    fields: [note],
    input: ({ id }, { logNote }) => ({ id, ...(logNote && { logNote }) }),
    amountOf: recurring,
    sum: (amount) => `payments of ${amount} end`,
    note: () => 'What is paid is still sent.',
    isHarmful: true,
    scope,
  },
  {
    label: 'Change',
    title: 'Change at the next renewal',
    document: ChangeDocument,
    fields: [
      { name: 'quantity', label: 'Quantity', kind: 'whole', isOptional: true },
      { name: 'fixedPrice', label: 'Agreed price of a piece', kind: 'amount', isOptional: true },
    ],
    input({ id }, { quantity = '', fixedPrice = '' }) {
      const price = fixedPrice ? readMoney(fixedPrice) : undefined
      if (fixedPrice && price === undefined) throw new FieldFault('fixedPrice', `An amount, such as ${money(1250)}.`)
      if (quantity && !/^[1-9]\d{0,5}$/.test(quantity.trim())) throw new FieldFault('quantity', 'A whole number from 1 on.')
      if (!quantity && price === undefined) throw new FieldFault('quantity', 'Say how many, or at what price.')
      return {
        ...{ id, when: 'next_renewal' },
        ...(quantity && { quantity: Number(quantity) }),
        ...(price !== undefined && { fixedPrice: price }),
      }
    },
    amountOf: ({ subscription }) => subscription.upcoming[0]?.total ?? 0,
    sum: (amount) => `their next renewals come to ${amount}, with shipping and tax`,
    scope,
  },
  ...tagBulk<ChosenSubscription>('subscription'),
]
