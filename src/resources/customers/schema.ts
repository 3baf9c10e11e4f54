/** Customers. */

import { planned, type RootRead } from '../../schema/reads.ts'
import { emailKeys } from '../../values/case-key.ts'
import { forbidden, unauthenticated } from '../../values/errors.ts'
import { spellings } from '../../values/text-form.ts'
import { customersOwn } from '../audience.ts'
import { builder, resource } from '../describe.ts'
import { tagsMatched } from '../labels.ts'
import { searched } from '../searched.ts'

const customer = resource('Customer', {
  scope: 'customers',
  columns: {
    id: 'customer',
    storeId: 'customer',
    externalId: 'merchant',
    firstName: 'customer',
    lastName: 'customer',
    name: 'customer',
    email: 'customer',
    country: 'customer',
    location: 'customer',
    numOrders: 'customer',
    numSubscriptions: 'customer',
    credit: 'customer',
    countedSubscriptions: 'nobody',
    pausedSubscriptions: 'nobody',
    payingSubscriptions: 'nobody',
    countedRuns: 'nobody',
    countedSince: 'nobody',
    hasMovements: 'nobody',
    totalRevenue: 'customer',
    subscriptionStatus: 'customer',
    locale: 'customer',
    mailRefusedAt: 'merchant',
    mailRefusedBecause: 'merchant',
    storeSettings: 'merchant',
    taxId: 'customer',
    taxIdCountry: 'customer',
    taxIdStatus: 'customer',
    taxIdCheckedAt: 'merchant',
    taxIdAnswer: 'merchant',
    createdAt: 'customer',
    archivedAt: 'customer',
    lastOrderAt: 'nobody',
    emailKey: 'nobody',
    emailRepetition: 'nobody',
    tags: 'merchant',
    tagKeys: 'nobody',
    internalNote: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  archivedBy: 'archivedAt',
  summaries: ['numOrders', 'numSubscriptions', 'credit', 'totalRevenue', 'subscriptionStatus'],
  emails: ['email'],
  matchedBy: {
    tags: tagsMatched,
    email: { column: 'emailKey', keysOf: emailKeys },
    firstName: { column: 'firstName', keysOf: spellings },
    lastName: { column: 'lastName', keysOf: spellings },
    name: { column: 'name', keysOf: spellings },
  },
  relations: ['addresses', 'paymentMethods', 'metadata'],
  connections: [
    'subscriptions',
    'orders',
    'carts',
    'shipments',
    'creditEntries',
    {
      name: 'addressList',
      path: ['addresses'],
      description: 'Its addresses, a page at a time, which may have the archived ones.',
    },
    {
      name: 'paymentMethodList',
      path: ['paymentMethods'],
      description: 'Its payment methods, a page at a time, which may have the removed ones.',
    },
  ],
  access: customersOwn(({ customerId }) => ({ id: customerId })),
  url: { merchant: '/v1/customers/{id}/', others: '/v1/store/api/customer/' },
  record: 'customer',
  list: 'customers',
  searched: searched.customer,
  markedBy: 'changedIn',
  unmarked: [
    'lastOrderAt',
    'emailKey',
    'emailRepetition',
    'countedSubscriptions',
    'pausedSubscriptions',
    'payingSubscriptions',
    'countedRuns',
    'countedSince',
    'hasMovements',
  ],
})

builder.queryField('me', (t) =>
  t.field({
    type: customer.ref,
    nullable: true,
    description: 'The customer whose token the request carries.',
    extensions: {
      read: {
        record: customer,
        idOf: (_args, { viewer }) => {
          if (viewer.role === 'merchant') throw forbidden('A merchant key is no customer; ask for customer(id).')
          if (viewer.role !== 'customer') throw unauthenticated()
          return viewer.customerId
        },
      } satisfies RootRead,
    },
    resolve: planned,
  }),
)
