/** The acts of a subscription, as its `actions` allow them. */

import type { ResultOf } from 'gql.tada'
import type { SubscriptionDocument } from '../documents/subscription.ts'
import {
  CancelChangeDocument,
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
import { beginOf, day, isoDay, money } from '../format.ts'
import type { Act, PossibleAct } from '../parts/act.tsx'
import { blockedBy } from '../parts/allowed.ts'
import type { FieldSpec } from '../parts/field.tsx'
import { FieldFault } from '../parts/field-fault.ts'
import { askedPlan } from './asked-plan.ts'

const recordOf = ({ id, changedIn }: OneSubscription) => ({ kind: 'subscription', id, changedIn })

export type OneSubscription = NonNullable<ResultOf<typeof SubscriptionDocument>['subscription']>

const scope = 'write_subscriptions'

const note: FieldSpec = { name: 'logNote', label: 'Why', kind: 'text', hint: 'Kept in the log.', isOptional: true }

/** Fields that are empty are left out of an input. */
const given = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))

type PlanOption = { value: string; label: string }

/** The options with the one that is scheduled, which may be of another product. */
const withScheduled = (options: readonly PlanOption[], id: string | undefined, label = ''): readonly PlanOption[] =>
  id === undefined || options.some(({ value }) => value === id) ? options : [...options, { value: id, label }]

/** The acts in the order of their buttons, each with the name that the subscription's `actions` call it by. */
export function actsOf(subscription: OneSubscription): PossibleAct[] {
  const { id, actions, endDate, pausedUntil, product, productInstanceId, scheduledChange, status, termId, quantity } =
    subscription
  const present = { productInstanceId, termId, quantity }
  const shown = scheduledChange ?? present
  const terms = product.subscriptionTypes
    .flatMap((type) => type.terms.map((term) => ({ ...term, type })))
    .filter((term) => term.id === termId || !(term.deleted || term.type.deleted))
  const undo: readonly (readonly [action: string, act: Act])[] = scheduledChange
    ? [
        [
          'change_product',
          {
            label: 'Undo the change',
            title: 'Undo the change at the next renewal',
            document: CancelChangeDocument,
            input: () => ({ id }),
            preview: ({ subscription: after }) =>
              `It renews on ${day(after.upcoming[0]?.date)} for ${money(after.upcoming[0]?.charge)}.`,
            done: 'The subscription stays as it is.',
          },
        ],
      ]
    : []
  const acts: readonly (readonly [action: string, act: Act, whenDone?: string])[] = [
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
      'The next renewal is skipped already.',
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
      'No renewal is skipped.',
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
            options: withScheduled(
              product.instances
                .filter((instance) => instance.id === productInstanceId || !instance.deleted)
                .map((instance) => ({ value: instance.id, label: `${product.name} ${instance.sku}` })),
              scheduledChange?.productInstanceId,
              `${scheduledChange?.instance?.product.name} ${scheduledChange?.instance?.sku}`,
            ),
          },
          {
            name: 'termId',
            label: 'Term',
            kind: 'choice',
            options: withScheduled(
              terms.map((term) => ({ value: term.id, label: term.name })),
              scheduledChange?.termId,
              scheduledChange?.term?.name,
            ),
          },
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
        values: {
          ...{ productInstanceId: shown.productInstanceId, termId: shown.termId },
          ...{ quantity: String(shown.quantity), when: 'next_renewal' },
        },
        input({ when, quantity: count = '', ...chosen }) {
          if (!/^[1-9]\d{0,8}$/.test(count.trim())) throw new FieldFault('quantity', 'The quantity is a whole number from 1 on.')
          const entered = {
            productInstanceId: chosen.productInstanceId ?? '',
            termId: chosen.termId ?? '',
            quantity: Number(count),
          }
          const asked = askedPlan({ present, shown }, entered, when)
          if (!asked) throw new FieldFault('productInstanceId', 'Nothing is to change yet.')
          return { id, ...asked, when }
        },
        preview: ({ subscription: after }, { when }) =>
          when === 'now'
            ? `Charged now: ${money(after.changeDifference ?? 0)}. It is ${after.billingName} then.`
            : `From ${day(after.upcoming[0]?.date)} on it costs ${money(after.upcoming[0]?.total)} with shipping and tax.`,
        done: 'The subscription is changed.',
      },
    ],
    ...undo,
    [
      'pause',
      {
        ...(status === 'suspended'
          ? { label: 'Change the pause', title: 'Change the pause' }
          : { label: 'Pause', title: 'Pause the subscription' }),
        document: PauseDocument,
        fields: [
          {
            name: 'pausedUntil',
            label: 'Until',
            kind: 'day',
            ...(status !== 'suspended' && { hint: 'Without a day, until it is resumed.', isOptional: true }),
          },
          note,
        ],
        values: { pausedUntil: pausedUntil ? isoDay(new Date(pausedUntil)) : '' },
        input: ({ pausedUntil: until, ...values }) => given({ id, ...values, pausedUntil: until && beginOf(until) }),
        preview: ({ subscription: after }) =>
          after.pausedUntil ? `It rests, and goes on by itself on ${day(after.pausedUntil)}.` : 'It rests until it is resumed.',
        done: status === 'suspended' ? 'The pause is changed.' : 'The subscription is paused.',
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
      'It is not paused.',
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
      'It is active.',
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
      'It has ended already.',
    ],
  ]
  const possible = acts.map(([name, act, whenDone]) => ({
    ...act,
    ...{ of: recordOf(subscription), scope, blockedBy: blockedBy(actions, name, whenDone) },
  }))
  return [...possible.filter((act) => !act.blockedBy), ...possible.filter((act) => act.blockedBy)]
}

/** Writes the merchant's own note, and whether it renews. */
export const updateAct = (subscription: OneSubscription): Act => {
  const { id, note: kept, autorenew, fixedPrice } = subscription
  return {
    of: recordOf(subscription),
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
  }
}
