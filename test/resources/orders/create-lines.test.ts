/** Lines of an order that are refused: each with its sentence, and every table as it was. */
import { describe, expect, it } from 'vitest'
import { checkForSale, checkQuantity, chooseTerm, type OfferedInstance } from '../../../src/resources/orders/create-rules.ts'
import { field } from '../../../src/values/sentence.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'

const store = await openStore()
const { db } = store

const once = await addProduct(db, { price: 1400 })
const scarce = await addProduct(db, { stock: 2 })
const monthly = await addProduct(db, {
  terms: [
    { cycles: 1, price: 100 },
    { cycles: 3, price: 270, enabled: false },
    { cycles: 6, price: 500, gift: true },
  ],
})
const long = await addProduct(db, { terms: [{ cycles: 500, price: 9000 }] })
const gone = await addProduct(db, { more: { deleted: true } })
const foreign = await addProduct(db, { storeId: 2 })
const other = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })

const line = (product: { instanceId: number }, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })
const term = (index: number) => ({ term: { id: monthly.terms[index]?.id } })

type Refused = [name: string, input: object, code: string, status: number, message: string | RegExp]

/** The input beside a valid customer and product, and the answer. */
const refusals: Refused[] = [
  ['no lines', { products: [] }, 'BAD_INPUT', 400, 'products must have 1 to 50 lines, not 0.'],
  ['51 lines', { products: Array(51).fill(line(once)) }, 'BAD_INPUT', 400, 'products must have 1 to 50 lines, not 51.'],
  [
    'more deliveries than a write handles',
    { products: [...Array(2).fill(line(long, { term: { id: long.terms[0]?.id } })), line(once)] },
    'BAD_INPUT',
    400,
    'products must come to at most 1000 deliveries, not 1001.',
  ],
  [
    'no such instance',
    { products: [line({ instanceId: 999_999_999 })] },
    'NOT_FOUND',
    404,
    'products[0].product_instance matches none in the store.',
  ],
  [
    "another store's instance, beside a good one",
    { products: [line(once), line(foreign)] },
    'NOT_FOUND',
    404,
    'products[1].product_instance matches none in the store.',
  ],
  ['a deleted product', { products: [line(gone)] }, 'BAD_INPUT', 400, 'products[0].product_instance is no longer sold.'],
  [
    'quantity 0',
    { products: [line(once, { quantity: 0 })] },
    'BAD_INPUT',
    400,
    'products[0].quantity must be from 1 to 1000, not 0.',
  ],
  [
    'quantity -1',
    { products: [line(once, { quantity: -1 })] },
    'BAD_INPUT',
    400,
    'products[0].quantity must be from 1 to 1000, not -1.',
  ],
  [
    'quantity 10^9',
    { products: [line(once, { quantity: 1e9 })] },
    'BAD_INPUT',
    400,
    'products[0].quantity must be from 1 to 1000, not 1000000000.',
  ],
  [
    'a term for a product bought once',
    { products: [line(once, term(0))] },
    'BAD_INPUT',
    400,
    /^products\[0\]\.term must not be given/,
  ],
  [
    'no term for a subscription',
    { products: [line(monthly)] },
    'BAD_INPUT',
    400,
    /^products\[0\]\.term is required: .* is bought by subscription; its terms are \d+\.$/,
  ],
  [
    'an empty term',
    { products: [line(monthly, { term: {} })] },
    'BAD_INPUT',
    400,
    'products[0].term takes either id, or name and num_cycles.',
  ],
  [
    'a term by name alone',
    { products: [line(monthly, { term: { name: '1 cycles' } })] },
    'BAD_INPUT',
    400,
    'products[0].term takes either id, or name and num_cycles.',
  ],
  [
    'a term by all three',
    { products: [line(monthly, { term: { ...term(0).term, name: '1 cycles', num_cycles: 1 } })] },
    'BAD_INPUT',
    400,
    'products[0].term takes either id, or name and num_cycles.',
  ],
  [
    'a name with another number of cycles',
    { products: [line(monthly, { term: { name: '1 cycles', num_cycles: 2 } })] },
    'BAD_INPUT',
    400,
    /^products\[0\]\.term must be one that .* is sold for; its terms are \d+\.$/,
  ],
  [
    'a disabled term',
    { products: [line(monthly, term(1))] },
    'BAD_INPUT',
    400,
    /^products\[0\]\.term must be one that .* is sold for; its terms are \d+\.$/,
  ],
  [
    "a gift's term for no gift",
    { products: [line(monthly, term(2))] },
    'BAD_INPUT',
    400,
    /^products\[0\]\.term must be one that .* is sold for; its terms are \d+\.$/,
  ],
  [
    "another product's term",
    { products: [line(monthly, { term: { id: other.terms[0]?.id } })] },
    'BAD_INPUT',
    400,
    /^products\[0\]\.term must be one that .* is sold for; its terms are \d+\.$/,
  ],
  [
    'a gift message too long',
    { order_gift_info: { gift_message: 'x'.repeat(10_001) } },
    'BAD_INPUT',
    400,
    'gift_message must have at most 10000 characters.',
  ],
  ['more than there are', { products: [line(scarce, { quantity: 3 })] }, 'OUT_OF_STOCK', 400, /not 3 in stock/],
  [
    'more than there are, in two lines',
    { products: [line(scarce, { quantity: 2 }), line(scarce)] },
    'OUT_OF_STOCK',
    400,
    /not 3 in stock/,
  ],
  ['one in stock and one not', { products: [line(once), line(scarce, { quantity: 3 })] }, 'OUT_OF_STOCK', 400, /not 3 in stock/],
]

const place = field('line')

describe('the rule', () => {
  const facts = {
    name: 'Tea',
    isDeleted: false,
    singlePurchasable: true,
    terms: [] as OfferedInstance['terms'],
  }

  it('sells 1 to 1,000 pieces', () => {
    for (const quantity of [1, 1_000]) expect(() => checkQuantity(quantity, place)).not.toThrow()
    for (const quantity of [0, 1_001]) expect(() => checkQuantity(quantity, place)).toThrow(/must be from 1 to 1000/)
  })

  it('sells no deleted instance', () => {
    expect(() => checkForSale(facts as OfferedInstance, place)).not.toThrow()
    expect(() => checkForSale({ ...facts, isDeleted: true } as OfferedInstance, place)).toThrow('no longer sold')
  })

  it('takes no term for what is bought once', () => {
    expect(chooseTerm(facts as OfferedInstance, null, false, place)).toBeUndefined()
    expect(() => chooseTerm(facts as OfferedInstance, { id: '1' }, false, place)).toThrow('must not be given')
  })

  it('sells what is single purchasable and has terms in either way, and what is not only by subscription', () => {
    const terms = [{ id: 1n, name: 'Monthly', enabled: true, numCycles: 1, gift: false }]
    const both = { ...(facts as OfferedInstance), terms }
    expect(chooseTerm(both, null, false, place)).toBeUndefined()
    expect(chooseTerm(both, { id: '1' }, false, place)).toEqual(terms[0])
    const subscribed = { ...both, singlePurchasable: false }
    expect(() => chooseTerm(subscribed, null, false, place)).toThrow('line.term is required')
    expect(chooseTerm(subscribed, { id: '1' }, false, place)).toEqual(terms[0])
  })

  it('says that a product without terms that is not single purchasable is not for sale, with a term or without', () => {
    const unsold = { ...(facts as OfferedInstance), singlePurchasable: false }
    for (const asked of [null, { id: '1' }])
      expect(() => chooseTerm(unsold, asked, false, place)).toThrow(
        'line.product_instance is not for sale: Tea has no subscription terms and is not single_purchasable.',
      )
  })
})

describe.each(surfaces)('%s', (surface) => {
  const act = (input: object) => ask(store, surface, 'createOrder', { ...input })

  it.each(refusals)('refuses %s and leaves everything as it was', async (_name, input, code, status, message) => {
    const customer = await addCustomer(db)
    const changed = await tablesChangedBy(db, async () => {
      const answer = await act({ customer: { id: customer.id }, products: [line(once)], ...input })
      expect(answer.status).toBe(status)
      expect(answer.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
      if (surface === 'GraphQL') expect(answer.code).toBe(code)
    })
    expect(changed).toEqual([])
  })
})
