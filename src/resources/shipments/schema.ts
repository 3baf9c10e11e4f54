/** Parcels, what is in them, and their labels. */
import { asPart, customersOwn, owner } from '../audience.ts'
import { resource } from '../describe.ts'
import { searched } from '../searched.ts'

const ofShipment = customersOwn(({ customerId }) => ({ shipment: { customerId } }))

resource('Shipment', {
  scope: 'shipments',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    shipAddressId: 'customer',
    adjustedOrderedAt: 'customer',
    createdAt: 'customer',
    isTest: 'customer',
    shippedAt: 'customer',
    deliveredAt: 'customer',
    returnedAt: 'customer',
    status: 'customer',
    carrier: 'customer',
    trackingNumber: 'customer',
    trackingUrl: 'customer',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  relations: ['customer', 'fulfillments', 'labels', 'shipAddress'],
  access: owner,
  record: 'shipment',
  list: 'shipments',
  searched: searched.shipment,
  markedBy: 'changedIn',
})

resource('Fulfillment', {
  scope: 'shipments',
  columns: {
    id: 'customer',
    storeId: 'customer',
    shipmentId: 'customer',
    orderId: 'customer',
    subscriptionId: 'customer',
    instanceId: 'customer',
    quantity: 'customer',
    cycleNumber: 'customer',
    totalCycles: 'customer',
    fulfillmentDate: 'customer',
    adjustedFulfillmentDate: 'customer',
    shipping: 'customer',
    tax: 'customer',
    status: 'customer',
    onHold: 'customer',
    isTest: 'customer',
    taken: 'nobody',
    restocked: 'nobody',
  },
  derived: {
    test: { of: 'isTest', audience: 'customer', description: 'The same as `isTest`; the contract names it twice.' },
  },
  relations: ['shipment', 'order', 'subscription', 'instance'],
  access: ofShipment,
  record: 'fulfillment',
  list: 'fulfillments',
})

resource('Label', {
  scope: 'shipments',
  columns: {
    id: 'customer',
    storeId: 'customer',
    shipmentId: 'customer',
    carrier: 'customer',
    trackingNumber: 'customer',
    cost: 'merchant',
    createdAt: 'customer',
  },
  relations: ['shipment'],
  access: asPart(ofShipment),
  record: 'label',
  list: 'labels',
})
