/** Customers, with what is kept on them: addresses and ways to pay. */

import { forbidden, unauthenticated } from '../../errors.ts'
import { owner } from '../../graphql/audience.ts'
import { builder } from '../../graphql/builder.ts'
import { resource } from '../../graphql/resource.ts'
import { emailKey } from '../../values/email.ts'

resource('Customer', {
  scope: 'customers',
  columns: [
    'id',
    'storeId',
    'firstName',
    'lastName',
    'name',
    'email',
    'country',
    'location',
    'numOrders',
    'numSubscriptions',
    'totalRevenue',
    'subscriptionStatus',
    'storeSettings',
    'createdAt',
  ],
  summaries: ['numOrders', 'numSubscriptions', 'totalRevenue', 'subscriptionStatus'],
  matchedBy: { email: { column: 'emailKey', of: emailKey } },
  relations: ['addresses', 'paymentMethods', 'metadata'],
  connections: ['subscriptions', 'orders', 'carts', 'shipments'],
  visible: { merchant: () => ({}), customer: ({ customerId }) => ({ id: customerId }) },
  record: 'customer',
  list: 'customers',
})

resource('Address', {
  scope: 'customers',
  columns: [
    'id',
    'storeId',
    'customerId',
    'to',
    'company',
    'street',
    'unit',
    'city',
    'state',
    'zipCode',
    'country',
    'phoneNumber',
    'icon',
    'status',
    'statusMessage',
  ],
  relations: ['customer'],
  visible: owner,
  isPart: true,
  record: 'address',
  list: 'addresses',
})

resource('PaymentMethod', {
  scope: 'customers',
  columns: ['id', 'storeId', 'customerId', 'brand', 'last4', 'expMonth', 'expYear', 'isDefault', 'createdAt'],
  relations: ['customer'],
  visible: owner,
  isPart: true,
  record: 'paymentMethod',
  list: 'paymentMethods',
})

builder.queryField('me', (t) =>
  t.prismaField({
    type: 'Customer',
    nullable: true,
    description: 'The customer whose token the request carries.',
    resolve: (query, _root, _args, { db, viewer }) => {
      if (viewer.role === 'merchant') throw forbidden('A merchant key is no customer; ask for customer(id).')
      if (viewer.role !== 'customer') throw unauthenticated()
      return db.customer.findUnique({ ...query, where: { storeId: viewer.storeId, id: viewer.customerId } })
    },
  }),
)
