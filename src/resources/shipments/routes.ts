/** The REST rows for shipments. */
import { list, route, write, writeMany } from '../../rest/route.ts'

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

const getShipment = (name: string) => `query ${name}($shipment_id: ID!) { shipment(id: $shipment_id) { ...Shipment } }`

const verbs = ['ship', 'deliver', 'return', 'cancel']

export const routes = [
  route('GET /v1/shipments/', list('ListShipments', 'shipments', 'Shipment', '...Shipment')),
  route('GET /v1/shipments/{shipment_id}/', getShipment('GetShipment')),
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
  route('GET /v1/store/api/shipments/', list('ListStoreShipments', 'shipments', 'Shipment', '...Shipment')),
  route('GET /v1/store/api/shipments/{shipment_id}/', getShipment('GetStoreShipment')),
  route('GET /v1/fulfillments/', list('ListFulfillments', 'fulfillments', 'Fulfillment', '...FulfillmentDetail')),
  route(
    'GET /v1/fulfillments/{fulfillment_id}/',
    'query GetFulfillment($fulfillment_id: ID!) { fulfillment(id: $fulfillment_id) { ...FulfillmentDetail } }',
  ),
]
