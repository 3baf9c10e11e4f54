/** Parcels, what is in them, and their labels. */
import { merchantOnly, owner } from '../../graphql/audience.ts'
import type { Shape } from '../../graphql/model.ts'
import { resource } from '../../graphql/resource.ts'

resource('Shipment', {
  scope: 'shipments',
  columns: [
    'id',
    'storeId',
    'customerId',
    'shipAddressId',
    'adjustedOrderedAt',
    'createdAt',
    'isTest',
    'shippedAt',
    'status',
    'trackingNumber',
  ],
  relations: ['customer', 'fulfillments', 'labels', 'shipAddress'],
  visible: owner,
  record: 'shipment',
  list: 'shipments',
})

resource('Fulfillment', {
  scope: 'shipments',
  columns: [
    'id',
    'storeId',
    'shipmentId',
    'orderId',
    'subscriptionId',
    'instanceId',
    'cycleNumber',
    'totalCycles',
    'fulfillmentDate',
    'adjustedFulfillmentDate',
    'shipping',
    'tax',
    'status',
    'isTest',
  ],
  fields: (t) => ({
    test: t.field({
      type: 'Boolean',
      description: 'The same as `isTest`; the contract names it twice.',
      select: { isTest: true },
      resolve: ({ isTest }: Shape<'Fulfillment'>) => isTest,
    }),
  }),
  relations: ['shipment', 'order', 'subscription', 'instance'],
  visible: { merchant: () => ({}), customer: ({ customerId }) => ({ shipment: { customerId } }) },
  record: 'fulfillment',
  list: 'fulfillments',
})

resource('Label', {
  scope: 'shipments',
  columns: ['id', 'storeId', 'shipmentId', 'carrier', 'trackingNumber', 'cost', 'createdAt'],
  relations: ['shipment'],
  visible: { ...merchantOnly, customer: ({ customerId }) => ({ shipment: { customerId } }) },
  isPart: true,
  record: 'label',
  list: 'labels',
})
