/** The store itself: the one that the credential opens, or whose address was asked. */
import type PrismaTypes from '../../../prisma/generated/pothos.ts'
import type { Role } from '../../auth/viewer.ts'
import { shownColumns } from '../../schema/columns.ts'
import { modelOf } from '../../schema/model.ts'
import { type FieldRead, planned, type RootRead } from '../../schema/reads.ts'
import { models } from '../data-model.ts'
import { builder, typeOf } from '../describe.ts'
import { timeIn } from '../store-clock.ts'
import type { ClockColumns } from './clock-rules.ts'

const roles: Role[] = ['merchant', 'customer', 'visitor']

// All of this is needed to read the store's prices and times, and to page through its products.
const model = modelOf(models, 'Store')
const columns = shownColumns<PrismaTypes['Store']>(
  model,
  {
    columns: {
      id: 'everybody',
      name: 'everybody',
      host: 'everybody',
      currency: 'everybody',
      timeZone: 'everybody',
      pageBase: 'everybody',
      createdAt: 'merchant',
      retryDays: 'merchant',
      cancelsPastDue: 'merchant',
      chargeOnNewCard: 'merchant',
      keepsDisputedRenewals: 'merchant',
      renewalNoticeDays: 'merchant',
      abandonedAfterHours: 'merchant',
      customersMay: 'everybody',
      visitorCheckout: 'everybody',
      locale: 'everybody',
      brandColour: 'everybody',
      mailSender: 'merchant',
      replyTo: 'merchant',
      mailFooter: 'merchant',
      giftMailWithParcel: 'merchant',
      gateway: 'merchant',
      gatewayIsLive: 'merchant',
      accountUrl: 'everybody',
      withdrawalCountries: 'merchant',
      legalName: 'everybody',
      address: 'everybody',
      taxId: 'everybody',
      invoicePrefix: 'merchant',
      invoicesFrom: 'merchant',
      pricesIncludeTax: 'everybody',
      dispatchCountry: 'merchant',
      shippingTaxClass: 'merchant',
      taxExemptText: 'merchant',
      keepsGross: 'merchant',
      untaxedWithNumber: 'merchant',
      expiriesLookedAt: 'nobody',
      isFilledIn: 'nobody',
      exactSince: 'nobody',
      filledInAt: 'nobody',
      hasTestClock: 'nobody',
      clockNow: 'nobody',
      clockTarget: 'nobody',
    },
  },
  roles,
)

type ShownClock = { isTest: boolean; now: Date; target: Date | null; isMoving: boolean }

const clock = builder.objectRef<ShownClock>('StoreClock').implement({
  description: 'The clock of a store: due dates and the times of records follow it.',
  fields: (t) => ({
    isTest: t.exposeBoolean('isTest', {
      description:
        'Whether it is a test clock, which `advanceClock` moves and which stands still from then on; else it is real time.',
    }),
    now: t.expose('now', { type: 'DateTime', description: 'The time that it shows.' }),
    target: t.expose('target', {
      type: 'DateTime',
      nullable: true,
      description: 'Where it is being moved to; null when it is not.',
    }),
    isMoving: t.exposeBoolean('isMoving', {
      description: 'Whether it is being moved: what falls due on the way, the target included, is not all done yet.',
    }),
  }),
})

const description = 'A store: the currency of its amounts, and how it keeps time and counts pages.'

const store = typeOf('Store', {
  description,
  model,
  columns,
  kind: 'store',
  fields: (t) => ({
    clock: t.field({
      type: clock,
      nullable: true,
      description: 'The clock of the store. For merchants; null for others.',
      extensions: {
        read: {
          inputs: { columns: ['hasTestClock', 'clockNow', 'clockTarget'] },
          compute: (values, { viewer, now }): ShownClock | null => {
            if (viewer.role !== 'merchant') return null
            const row = values as ClockColumns
            const { hasTestClock: isTest, clockTarget: target } = row
            return { isTest, now: timeIn(row, now), target, isMoving: target !== null }
          },
        } satisfies FieldRead,
      },
      resolve: planned,
    }),
  }),
})

// It takes no id: there is one wall, and it is the viewer's store.
builder.queryField('store', (t) =>
  t.field({
    type: store,
    nullable: true,
    description: `${description} The one that the credential opens, or whose address was asked; for everybody.`,
    extensions: { read: { store: model } satisfies RootRead },
    resolve: planned,
  }),
)
