/** The acts of a subscription, as its `actions` allow them. */

import type { ResultOf } from 'gql.tada'
import type { SubscriptionDocument } from '../documents/subscription.ts'
import {
  CancelDocument,
  ChangeDocument,
  PauseDocument,
  ReactivateDocument,
  RenewDocument,
  ResumeDocument,
  SkipDocument,
  UnskipDocument,
  UpdateDocument,
} from '../documents/subscription-acts.ts'
import { day, money } from '../format.ts'
import type { Act } from '../parts/act.tsx'
import type { FieldSpec } from '../parts/field.tsx'
import { FieldFault } from '../parts/run-act.ts'

export type OneSubscription = NonNullable<ResultOf<typeof SubscriptionDocument>['subscription']>

const scope = 'write_subscriptions'

const note: FieldSpec = { name: 'logNote', label: 'Why', kind: 'text', hint: 'Kept in the log.', isOptional: true }

/** Fields that are empty are left out of an input. */
const given = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))

/** The acts in the order of their buttons, each with the name that the subscription's `actions` call it by. */
export function actsOf(subscription: OneSubscription): (Act & { blockedBy?: string | undefined })[] {
  const { id, actions, endDate, product, productInstanceId, termId, quantity } = subscription
  const terms = product.subscriptionTypes
    .flatMap((type) => type.terms.map((term) => ({ ...term, type })))
    .filter((term) => term.id === termId || !(term.deleted || term.type.deleted))
  const acts: readonly (readonly [action: string, act: Act])[] = [
    [
      'skip',
      {
        label: 'Skip the next',
        title: 'Skip the next renewal',
        document: SkipDocument,
        fields: [note],
        input: (values) => given({ id, ...values }),
        preview: ({ subscription: after }) => `The next renewal moves from ${day(endDate)} to ${day(after.endDate)}.`,
        done: 'The next renewal is skipped.',
      },
    ],
    [
      'unskip',
      {
        label: 'Undo the skip',
        title: 'Undo the skip',
        document: UnskipDocument,
        fields: [note],
        input: (values) => given({ id, ...values }),
        preview: ({ subscription: after }) => `It renews on ${day(after.endDate)} again.`,
        done: 'The skip is undone.',
      },
    ],
    [
      'change_product',
      {
        label: 'Change',
        title: 'Change what is in it',
        document: ChangeDocument,
        fields: [
          {
            name: 'productInstanceId',
            label: 'Product',
            kind: 'choice',
            options: product.instances
              .filter((instance) => instance.id === productInstanceId || !instance.deleted)
              .map((instance) => ({ value: instance.id, label: `${product.name} ${instance.sku}` })),
          },
          { name: 'termId', label: 'Term', kind: 'choice', options: terms.map((term) => ({ value: term.id, label: term.name })) },
          { name: 'quantity', label: 'Quantity', kind: 'whole' },
          {
            name: 'when',
            label: 'When',
            kind: 'choice',
            options: [
              { value: 'next_renewal', label: 'At the next renewal' },
              { value: 'now', label: 'Now, with the difference charged or credited' },
            ],
          },
        ],
        values: { productInstanceId, termId, quantity: String(quantity), when: 'next_renewal' },
        input(values) {
          const count = Number(values.quantity)
          if (!Number.isInteger(count) || count < 1) throw new FieldFault('quantity', 'The quantity is a whole number from 1 on.')
          return { id, ...values, quantity: count }
        },
        preview: ({ subscription: after }, { when }) =>
          when === 'now'
            ? `Charged now: ${money(after.changeDifference ?? 0)}. It is ${after.billingName} then.`
            : `From ${day(after.upcoming[0]?.date)} on it costs ${money(after.upcoming[0]?.total)} with shipping and tax.`,
        done: 'The subscription is changed.',
      },
    ],
    [
      'pause',
      {
        label: 'Pause',
        title: 'Pause the subscription',
        document: PauseDocument,
        fields: [
          { name: 'pausedUntil', label: 'Until', kind: 'day', hint: 'Without a day, until it is resumed.', isOptional: true },
          note,
        ],
        input: ({ pausedUntil, ...values }) => given({ id, ...values, pausedUntil: pausedUntil && `${pausedUntil}T00:00:00Z` }),
        preview: ({ subscription: after }) =>
          after.pausedUntil ? `It rests, and goes on by itself on ${day(after.pausedUntil)}.` : 'It rests until it is resumed.',
        done: 'The subscription is paused.',
      },
    ],
    [
      'resume',
      {
        label: 'Resume',
        title: 'Resume the subscription',
        document: ResumeDocument,
        fields: [note],
        input: (values) => given({ id, ...values }),
        preview: ({ subscription: after }) => `It goes on, and renews on ${day(after.endDate)}.`,
        done: 'The subscription goes on.',
      },
    ],
    [
      'renew',
      {
        label: 'Renew now',
        title: 'Renew now',
        document: RenewDocument,
        fields: [note],
        input: (values) => given({ id, ...values }),
        preview({ subscription: after }) {
          const [order] = after.orders.nodes
          return order
            ? `${money(order.total - order.creditApplied)} is charged; it then runs until ${day(after.endDate)}.`
            : null
        },
        done: 'The subscription is renewed.',
      },
    ],
    [
      'reactivate',
      {
        label: 'Reactivate',
        title: 'Reactivate the subscription',
        document: ReactivateDocument,
        fields: [note],
        input: (values) => given({ id, ...values }),
        preview: ({ subscription: after }) =>
          `It renews on ${day(after.upcoming[0]?.date)} for ${money(after.upcoming[0]?.charge)}.`,
        done: 'The subscription is active again.',
      },
    ],
    [
      'cancel',
      {
        label: 'Cancel',
        title: 'Cancel the subscription',
        document: CancelDocument,
        fields: [note],
        input: (values) => given({ id, ...values }),
        preview: ({ subscription: after }) => `What is paid is still sent. It ends on ${day(after.endDate)}.`,
        done: 'The subscription is cancelled.',
        isHarmful: true,
      },
    ],
  ]
  const named = new Map(actions.map((action) => [action.name, action]))
  const possible = acts.flatMap(([name, act]) => {
    const action = named.get(name)
    return action ? [{ ...act, scope, blockedBy: action.blockedBy?.message }] : []
  })
  return [...possible.filter((act) => !act.blockedBy), ...possible.filter((act) => act.blockedBy)]
}

/** Writes the merchant's own note, and whether it renews. */
export const updateAct = ({ id, note: kept, autorenew, fixedPrice }: OneSubscription): Act => ({
  label: 'Save',
  title: 'Edit the subscription',
  document: UpdateDocument,
  fields: [
    { name: 'autorenew', label: 'Renews by itself', kind: 'check' },
    { name: 'note', label: 'Note', kind: 'lines', hint: 'For the shop alone.', isOptional: true },
  ],
  values: { autorenew: autorenew ? 'yes' : '', note: kept ?? '' },
  input: (values) => ({ id, autorenew: values.autorenew === 'yes', note: values.note }),
  preview: () => (fixedPrice === null ? null : `It has an agreed price of ${money(fixedPrice)}.`),
  done: 'The subscription is saved.',
  scope,
})
