/** Refusals of the API as the Desk shows them: by the labels of fields, with amounts, days and nothing of a path. */
import { beforeEach, describe, expect, it } from 'vitest'
import { setShop } from '../../src/desk/page/format.ts'
import { shownFault } from '../../src/desk/page/parts/fault.ts'

const fields = [
  { name: 'lines#12', label: 'Coffee C-1', kind: 'whole' },
  { name: 'amount', label: 'Or any amount', kind: 'amount' },
  { name: 'value', label: 'How much', kind: 'text', paths: ['discountValue'] },
  { name: 'price', label: 'Price', kind: 'amount', paths: ['instances.price'] },
  { name: 'endsAt', label: 'Until', kind: 'day' },
  { name: 'startsAt', label: 'From', kind: 'day' },
  { name: 'types', label: 'Events', kind: 'lines' },
  { name: 'to', label: 'To', kind: 'day' },
  { name: 'sku', label: 'SKU', kind: 'text' },
]

const shown = (field: string | null, message: string, input: object = {}) => {
  const fault = shownFault({ field, message }, fields, input as Record<string, unknown>)
  return [fault.field, fault.message]
}

describe('A fault', () => {
  beforeEach(() => setShop({ currency: 'USD', timeZone: 'America/New_York' }))

  it.each<[path: string | null, message: string, field: string | null, sentence: string]>([
    [
      'discountValue',
      'discountValue must be at most 100: it is a percentage.',
      'value',
      'How much must be at most 100: it is a percentage.',
    ],
    ['endsAt', 'endsAt must be later than startsAt.', 'endsAt', 'Until must be later than from.'],
    ['sku', 'sku is that of instances[1].sku too.', 'sku', 'SKU is that of instance 2: sku too.'],
    ['types[2]', 'types[2] must not be empty.', 'types', 'Events must not be empty.'],
    [
      'instances[0].price',
      'instances[0].price must be from 0 to 5000, not 999999.',
      'price',
      'Price must be from $0.00 to $50.00, not $9,999.99.',
    ],
    [
      'amount',
      'amount must be from 1 to 1392, what is left of order 3, not 1000000.',
      'amount',
      'Or any amount must be from $0.01 to $13.92, what is left of order 3, not $10,000.00.',
    ],
    [
      'shippingAddress.country',
      'shippingAddress.country must be two capital letters.',
      'shippingAddress.country',
      'Shipping address: country must be two capital letters.',
    ],
    [
      'lines[1].quantity',
      'lines[1].quantity must be at least 2, not 1.',
      'lines[1].quantity',
      'Line 2: quantity must be at least 2, not 1.',
    ],
    ['termId', 'termId must be a term of the product.', 'termId', 'Term must be a term of the product.'],
    [
      'shipments[0]',
      'shipments[0]: Shipment 24 was cancelled: it cannot be shipped.',
      'shipments[0]',
      'Shipment 24 was cancelled: it cannot be shipped.',
    ],
    [null, 'Either couponId or code must be given.', null, 'Either coupon or code must be given.'],
    [null, 'The role read_only lacks the scope write_customers.', null, 'The role read_only lacks the scope write_customers.'],
  ])('%s: %s', (path, message, field, sentence) => {
    expect(shown(path, message)).toEqual([field, sentence])
  })

  it('of a record in a list is that of the field called after it', () => {
    const message = 'lines[0].quantity must be at least 2, with what was refunded of line 12, not 1.'
    expect(shown('lines[0].quantity', message, { lines: [{ id: '12' }] })).toEqual([
      'lines#12',
      'Coffee C-1 must be at least 2, with what was refunded of line 12, not 1.',
    ])
  })

  it('shows times in the zone of the shop', () => {
    const [, message] = shown(
      'to',
      'to must lie after 2026-11-20T03:15:16Z, where the clock stands: no clock is moved backwards.',
    )
    expect(message).toMatch(/^To must lie after .*19.*10:15.*, where the clock stands: no clock is moved backwards\.$/)
  })

  it.each([
    [
      'hostOf',
      'hostOf must be a name such as shop.example, not https://myShop.example.',
      'Host of must be a name such as shop.example, not https://myShop.example.',
    ],
    ['email', 'email "a.bC@x.example" is refused.', 'Email "a.bC@x.example" is refused.'],
    [
      'url',
      'myWebhook.example/aB is not a url; give a whole one, https://shop.example/hooks.',
      'myWebhook.example/aB is not a url; give a whole one, https://shop.example/hooks.',
    ],
  ])('leaves what was entered: %s', (path, message, sentence) => {
    expect(shown(path, message)[1]).toBe(sentence)
  })

  it.each([
    [
      'Variable "$input" got invalid value "soon" at "input.endsAt"; must be an ISO 8601 date, not soon',
      'endsAt',
      'Until must be an ISO 8601 date, not soon',
    ],
    [
      'Variable "$input" got invalid value "order_x" at "input.types[0]"; Value "order_x" does not exist in "EventType" enum. Did you mean the enum value "order_paid"?',
      'types',
      'Events has “order_x”, which there is not. Did you mean the enum value "order_paid"?',
    ],
    [
      'Variable "$input" got invalid value 9999999999 at "input.lines[0].quantity"; Int cannot represent non 32-bit signed integer value: 9999999999',
      'lines[0].quantity',
      'Line 1: quantity must be a whole number that is not too large.',
    ],
  ])('of the type of a value is one of its field: %s', (message, field, sentence) => {
    expect(shown(null, message)).toEqual([field, sentence])
  })
})
