/** The REST rows for addresses of customers. */
import { list, records, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment Address on Address {
    id to company street unit city state zipCode country phoneNumber icon status statusMessage type
  }

  fragment AddressDetail on Address { ...Address customerId externalId storeId archivedAt url }

  fragment OwnAddress on Address { ...Address customerId archivedAt url }
`

const of = { path: '/v1/customers/{customer_id}/', record: 'customer', connection: 'addressList' } as const
const names = { record: 'address', list: 'addresses', fragment: 'AddressDetail', of }
const verbs = ['create', 'update', 'archive', 'restore']

const own = '/v1/store/api/customer/addresses/'
const shown = 'address { ...OwnAddress }'
const ownWrite = (row: Parameters<typeof write>[0], verb: string) =>
  write(row, `${verb.toLowerCase()}Address`, row.startsWith('DELETE') ? '' : shown, undefined, {
    name: `${verb}OwnAddress`,
    without: ['customerId', 'externalId'],
  })

export const routes = [
  ...records('/v1/customers/{customer_id}/addresses/{address_id}/', 'Address', names, verbs),
  list(`${own}`, 'ListOwnAddresses', 'me.addressList', 'Address', '...OwnAddress', { hasArchived: true }),
  route(
    `GET ${own}{address_id}/`,
    `query GetOwnAddress($address_id: ID!) {
      me { addressList(filter: { id: { eq: $address_id } }, first: 1, archived: true) { nodes { ...OwnAddress } } }
    }`,
  ),
  ownWrite(`POST ${own}`, 'Create'),
  ownWrite(`PUT ${own}{address_id}/`, 'Update'),
  ownWrite(`DELETE ${own}{address_id}/`, 'Archive'),
  ownWrite(`PUT ${own}{address_id}/restore/`, 'Restore'),
]
