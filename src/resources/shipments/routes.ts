/** The REST rows for shipments. */
import { detail, list, write, writeMany } from '../../rest/route.ts'

export const fragments = `
  fragment Shipment on Shipment {
    id adjustedOrderedAt carrier createdAt deliveredAt isTest returnedAt shippedAt status trackingNumber trackingUrl type
    customer { ...Customer }
    fulfillments {
      ...Fulfillment
      instance { ...ProductInstance }
      order { ...Order receivedGift sentGift subscriptions { ...Subscription revenue } }
    }
    labels { id carrier trackingNumber cost createdAt type }
    shipAddress { ...Address }
  }

  fragment SentShipment on Shipment { id carrier deliveredAt returnedAt shippedAt status trackingNumber trackingUrl type }

  fragment Fulfillment on Fulfillment {
    id shipmentId subscriptionId cycleNumber totalCycles fulfillmentDate adjustedFulfillmentDate quantity shipping tax status onHold isTest test
    type
  }

  fragment FulfillmentDetail on Fulfillment { ...Fulfillment instanceId orderId instance { ...ProductInstanceListItem } }
`

const verbs = ['ship', 'deliver', 'return', 'cancel']

export const routes = [
  list('/v1/shipments/', 'ListShipments', 'shipments', 'Shipment', '...Shipment'),
  detail('/v1/shipments/{shipment_id}/', 'GetShipment', 'shipment', '...Shipment'),
  ...verbs.map((verb) => {
    const { takesShown: _, ...act } = writeMany(
      `POST /v1/shipments/${verb}/`,
      `${verb}Shipments`,
      'shipments',
      'shipment { ...SentShipment }',
      1_000,
    )
    return act
  }),
  write('PUT /v1/shipments/{shipment_id}/', 'updateShipment', 'shipment { ...Shipment }'),
  ...verbs.map((verb) => write(`PUT /v1/shipments/{shipment_id}/${verb}/`, `${verb}Shipment`, 'shipment { ...Shipment }')),
  list('/v1/store/api/shipments/', 'ListStoreShipments', 'shipments', 'Shipment', '...Shipment'),
  detail('/v1/store/api/shipments/{shipment_id}/', 'GetStoreShipment', 'shipment', '...Shipment'),
  list('/v1/fulfillments/', 'ListFulfillments', 'fulfillments', 'Fulfillment', '...FulfillmentDetail'),
  detail('/v1/fulfillments/{fulfillment_id}/', 'GetFulfillment', 'fulfillment', '...FulfillmentDetail'),
]
