/** Subscriptions, and what may be done with them now. */
import type { Shape } from '../../db/shape.ts'
import { type FieldRead, planned } from '../../schema/reads.ts'
import { action, named } from '../action.ts'
import { owner, without } from '../audience.ts'
import { checkCredential, resource } from '../describe.ts'
import { tagsMatched } from '../labels.ts'
import { searched } from '../searched.ts'
import { clockColumns, type StoreClock, timeIn } from '../store-clock.ts'
import { allowedActions, operations } from './actions.ts'
import { priceRead } from './forecast/current-price.ts'
import { mostUpcoming, sizeOf, upcomingRead, upcomingRenewal } from './forecast/upcoming.ts'
import { toTerm } from './row.ts'

type RowWithTerm = Shape<'Subscription'> & {
  billing: Shape<'ProductBilling'>
  term: Shape<'SubscriptionTypeTerm'>
  store: StoreClock
}

resource('Subscription', {
  // A type called Subscription is to clients and tools the root of GraphQL's subscription operations.
  typeName: 'CustomerSubscription',
  scope: 'subscriptions',
  columns: {
    id: 'customer',
    storeId: 'customer',
    externalId: 'merchant',
    customerId: 'customer',
    productId: 'customer',
    productInstanceId: 'customer',
    productBillingId: 'customer',
    termId: 'customer',
    addressId: 'customer',
    paymentMethodId: 'customer',
    backupPaymentMethodId: 'customer',
    autorenew: 'customer',
    billingName: 'customer',
    credit: 'customer',
    endDate: 'customer',
    isTest: 'customer',
    isGift: 'customer',
    quantity: 'customer',
    fixedPrice: 'customer',
    changeDifference: 'customer',
    scheduledTermId: 'customer',
    scheduledProductInstanceId: 'customer',
    scheduledQuantity: 'customer',
    scheduledFixedPrice: 'customer',
    note: 'merchant',
    revenue: 'customer',
    skippedDate: 'customer',
    startDate: 'customer',
    status: 'customer',
    cancelledAt: 'customer',
    cancelReason: 'merchant',
    lastFailedRenewal: 'customer',
    pastDueAt: 'merchant',
    pastDueReason: 'customer',
    failedRenewals: 'merchant',
    nextTryAt: 'merchant',
    isHardDeclined: 'merchant',
    pageDueAt: 'nobody',
    backupTriedFor: 'merchant',
    pausedAt: 'customer',
    pausedUntil: 'customer',
    isCounted: 'merchant',
    firstPaidAt: 'merchant',
    paidOrders: 'merchant',
    recurringPrice: 'merchant',
    recurringMonths: 'merchant',
    recurringWeeks: 'merchant',
    claimedUntil: 'nobody',
    claimedFor: 'nobody',
    anchorDay: 'nobody',
    renewalNoticedFor: 'nobody',
    unpaidOrderId: 'nobody',
    paymentUnderWay: 'nobody',
    tags: 'merchant',
    tagKeys: 'nobody',
    internalNote: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  matchedBy: { tags: tagsMatched },
  summaries: ['revenue', 'isCounted', 'firstPaidAt', 'paidOrders', 'recurringPrice', 'recurringMonths', 'recurringWeeks'],
  parts: {
    scheduledChange: {
      type: 'ScheduledChange',
      columns: {
        termId: 'scheduledTermId',
        productInstanceId: 'scheduledProductInstanceId',
        quantity: 'scheduledQuantity',
        fixedPrice: 'scheduledFixedPrice',
      },
      unless: 'scheduledTermId',
      required: ['termId', 'productInstanceId', 'quantity'],
      relations: {
        term: { of: 'scheduledTerm', description: 'The term that it changes to.' },
        instance: { of: 'scheduledInstance', description: 'The instance that it changes to.' },
      },
      whenNull: 'True for subscriptions that stay as they are at the next renewal, false for those that change.',
      description: 'The plan that it changes to at its next renewal, once that is paid; null where it stays as it is.',
    },
  },
  fields: (t) => ({
    actions: t.field({
      type: [action],
      description: `The operations, each with whether the credential that asks may run it now: ${named(operations)}.`,
      extensions: {
        read: {
          inputs: {
            columns: [
              'status',
              'autorenew',
              'isGift',
              'startDate',
              'endDate',
              'skippedDate',
              'lastFailedRenewal',
              'pastDueAt',
              'anchorDay',
              'cancelledAt',
              'cancelReason',
              'paymentUnderWay',
              'pausedAt',
              'pausedUntil',
            ],
            relations: { billing: { columns: ['rebillMonths', 'rebillWeeks', 'rebillDay'] }, term: { columns: ['numCycles'] } },
            store: clockColumns,
          },
          compute: (values, { now, viewer }) => {
            const row = values as RowWithTerm
            return allowedActions(
              (mutation, input) => checkCredential(mutation, viewer, input),
              row,
              timeIn(row.store, now),
              toTerm(row.billing, row.term),
              viewer.role === 'customer',
            )
          },
        } satisfies FieldRead,
      },
      resolve: planned,
    }),
    price: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Price of one piece at the next renewal, as it is today; null where the term has no price.',
      extensions: { read: priceRead },
      resolve: planned,
    }),
    upcoming: t.field({
      type: [upcomingRenewal],
      description:
        'Its next renewals, each with when it is charged and what it costs, by the rules and the prices of now: what is charged if ' +
        'nothing changes meanwhile, every charge succeeds and everything is in stock. None where it does not renew by itself.',
      args: {
        first: t.arg.int({ defaultValue: 1, description: `How many of them, at most ${mostUpcoming}.` }),
      },
      // It asks for as many rows, and for what they are computed from; see cost.ts.
      extensions: { rows: (args: { first?: number | null }) => 1 + sizeOf(args), read: upcomingRead },
      resolve: planned,
    }),
  }),
  relations: [
    'customer',
    'billing',
    'term',
    'product',
    'instance',
    'address',
    'paymentMethod',
    'backupPaymentMethod',
    'metadata',
  ],
  connections: [
    'coupons',
    { name: 'orders', path: ['orderProducts', 'order'], description: 'The orders that began and renewed it.' },
    'surveyResults',
    'fulfillments',
    'movements',
    { name: 'log', path: ['logEntries'], description: 'Its log: each write with its writer, refused writes included.' },
  ],
  access: without(['metadata', 'log'], owner),
  url: { merchant: '/v1/subscriptions/{id}', others: '/v1/store/api/subscriptions/{id}/' },
  record: 'subscription',
  list: 'subscriptions',
  searched: searched.subscription,
  markedBy: 'changedIn',
  unmarked: ['anchorDay', 'claimedFor', 'claimedUntil', 'pageDueAt', 'paymentUnderWay', 'renewalNoticedFor', 'unpaidOrderId'],
})
