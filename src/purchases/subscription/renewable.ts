/**
 * The columns of a subscription that a charge may change. One table makes the parser of a stored plan, the statement that settles it, and the
 * differences in events and the log; a column that is missing here fits no change of a charge.
 */
import * as v from 'valibot'
import { PastDueReason, SubscriptionStatus } from '../../../prisma/generated/client/enums.ts'
import type { Shape } from '../../db/shape.ts'
import { stored } from '../payment/stored-values.ts'

type SubscriptionColumns = Shape<'Subscription'>

/** A value of a row as a stored plan has it. */
type StoredValue<Value> = Value extends Date ? string : Value extends bigint ? bigint | number : Value

/** `state` is written by every charge, `plan` and `scheduled` by one that changes what the subscription sends. */
type Group = 'state' | 'plan' | 'scheduled'

type RenewableColumn<Value> = {
  group: Group
  /** The parser of its values. */
  stored: v.GenericSchema<unknown, StoredValue<Value>>
  /** The SQL of its new value, where that is not `(found.next).<column>`. */
  written?: string
  isTime?: true
  /** Whether clients never read it. */
  isHidden?: true
  /** Whether it is one of the terms that a payment is asked for by, see `termsOf`. */
  isTerm?: true
}

const { id, amount, positive, time, whole } = stored
const state = { group: 'state' } as const
const plan = { group: 'plan' } as const
const scheduled = { group: 'scheduled', isTerm: true } as const
const timeOrNone = { ...state, stored: v.nullable(time), isTime: true } as const

/** The table; events list changes, and `termsOf` terms, in its order. */
const renewable = {
  status: { ...state, stored: v.enum(SubscriptionStatus) },
  // A plan stored by an earlier version may have a gift renew, which is not allowed.
  autorenew: { ...state, stored: v.boolean(), written: '(found.next).autorenew AND NOT (found.next).is_gift' },
  endDate: { ...state, stored: time, isTime: true },
  skippedDate: timeOrNone,
  lastFailedRenewal: timeOrNone,
  pastDueAt: timeOrNone,
  pastDueReason: { ...state, stored: v.nullable(v.enum(PastDueReason)) },
  failedRenewals: { ...state, stored: whole },
  nextTryAt: timeOrNone,
  isHardDeclined: { ...state, stored: v.boolean() },
  backupTriedFor: { ...state, stored: v.nullable(id) },
  anchorDay: { ...state, stored: v.nullable(whole), isHidden: true },
  cancelledAt: timeOrNone,
  cancelReason: { ...state, stored: v.nullable(whole) },
  recurringPrice: { ...state, stored: amount, isHidden: true },
  recurringMonths: { ...state, stored: whole, isHidden: true },
  recurringWeeks: { ...state, stored: whole, isHidden: true },
  productId: { ...plan, stored: id },
  productInstanceId: { ...plan, stored: id, isTerm: true },
  termId: { ...plan, stored: id, isTerm: true },
  productBillingId: { ...plan, stored: id },
  billingName: { ...plan, stored: v.string() },
  quantity: { ...plan, stored: positive, isTerm: true },
  fixedPrice: { ...plan, stored: v.nullable(amount), isTerm: true },
  changeDifference: { ...plan, stored: v.nullable(amount) },
  scheduledProductInstanceId: { ...scheduled, stored: v.nullable(id) },
  scheduledTermId: { ...scheduled, stored: v.nullable(id) },
  scheduledQuantity: { ...scheduled, stored: v.nullable(positive) },
  scheduledFixedPrice: { ...scheduled, stored: v.nullable(amount) },
} as const satisfies { readonly [Name in keyof SubscriptionColumns]?: RenewableColumn<SubscriptionColumns[Name]> }

type Renewable = typeof renewable
type RenewableName = keyof Renewable

/** Values of these columns. */
export type RenewableValues = { [Each in RenewableName]?: SubscriptionColumns[Each] | undefined }

/** A change that a charge may make to its subscription; any other column is refused by the types. */
export type RenewableChange = RenewableValues & { [Each in Exclude<keyof SubscriptionColumns, RenewableName>]?: never }

/** The plan that a subscription changes to at its next renewal: all of it, or nothing. */
export type ScheduledColumns = Pick<
  SubscriptionColumns,
  { [Each in RenewableName]: Renewable[Each]['group'] extends 'scheduled' ? Each : never }[RenewableName]
>

/** The columns that a payment was asked for by. */
type TermColumns = Pick<
  SubscriptionColumns,
  { [Each in RenewableName]: Renewable[Each] extends { isTerm: true } ? Each : never }[RenewableName]
>

/** The names and columns of the table, in its order. */
export const renewableColumns = Object.entries(renewable) as [RenewableName, RenewableColumn<unknown>][]

/** The parser of a change in a stored plan: these columns and no others. */
export const storedRenewableChange = v.strictObject(
  Object.fromEntries(renewableColumns.map(([name, column]) => [name, v.optional(column.stored)])) as {
    [Each in RenewableName]: v.OptionalSchema<Renewable[Each]['stored'], undefined>
  },
)

const names = renewableColumns.filter(([, { isTerm }]) => isTerm).map(([name]) => name as keyof TermColumns)

/** The text of a subscription's terms: equal texts are equal terms. */
export const termsOf = (row: TermColumns): string => names.map((name) => row[name] ?? '').join(' ')
