/** Customers, with what is kept on them: addresses and ways to pay. */

import { planned, type RootRead } from '../../schema/reads.ts'
import { caseKey } from '../../values/case-key.ts'
import { forbidden, unauthenticated } from '../../values/errors.ts'
import { asPart, customersOwn, owner } from '../audience.ts'
import { builder, resource } from '../describe.ts'

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
    totalRevenue: 'customer',
    subscriptionStatus: 'customer',
    storeSettings: 'merchant',
    createdAt: 'customer',
    lastOrderAt: 'nobody',
    emailKey: 'nobody',
    emailRepetition: 'nobody',
    updatedAt: 'merchant',
    changedIn: 'nobody',
  },
  summaries: ['numOrders', 'numSubscriptions', 'totalRevenue', 'subscriptionStatus'],
  emails: ['email'],
  matchedBy: { email: { column: 'emailKey', of: caseKey } },
  relations: ['addresses', 'paymentMethods', 'metadata'],
  connections: ['subscriptions', 'orders', 'carts', 'shipments'],
  access: customersOwn(({ customerId }) => ({ id: customerId })),
  url: '/v1/customers/{id}/',
  record: 'customer',
  list: 'customers',
})

resource('Address', {
  scope: 'customers',
  columns: {
    id: 'customer',
    storeId: 'customer',
    externalId: 'merchant',
    customerId: 'customer',
    to: 'customer',
    company: 'customer',
    street: 'customer',
    unit: 'customer',
    city: 'customer',
    state: 'customer',
    zipCode: 'customer',
    country: 'customer',
    phoneNumber: 'customer',
    icon: 'customer',
    status: 'customer',
    statusMessage: 'customer',
    frozenKey: 'nobody',
  },
  relations: ['customer'],
  access: asPart(owner),
  listed: { frozenKey: null },
  record: 'address',
  list: 'addresses',
})

resource('PaymentMethod', {
  scope: 'customers',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    brand: 'customer',
    last4: 'customer',
    expMonth: 'customer',
    expYear: 'customer',
    isDefault: 'customer',
    createdAt: 'customer',
    gatewayToken: 'nobody',
  },
  relations: ['customer'],
  access: asPart(owner),
  record: 'paymentMethod',
  list: 'paymentMethods',
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
