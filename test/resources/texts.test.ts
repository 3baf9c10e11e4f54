/** Texts that are written: their normal form, invisible characters, and how rows from before these rules are found and kept. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
const post = (path: string, body: object) => store.rest(`POST ${path}`, store.merchant, json(body))
const put = (path: string, body: object) => store.rest(`PUT ${path}`, store.merchant, json(body))

let count = 0
const unique = (word: string) => `${word}${++count}`
const invisible = ['\u200b', '\u2060', '\u200e', '\u00ad', '\u3164', '\u0007']
const codePoint = (text: string) => `U+${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

describe('Invisible characters', () => {
  const said = (name: string, found: string) => `${name} must not have invisible characters; it has ${codePoint(found)}.`

  it.each(invisible)('are refused in e-mail addresses, codes, slugs, SKUs and new external ids: %j', async (found) => {
    const refused: [string, string, Record<string, unknown>][] = [
      ['createCustomer', 'email', { email: `zoe${found}@example.com`, country: 'GB' }],
      ['createCustomer', 'external_id', { email: 'zoe@example.com', country: 'GB', external_id: `a${found}b` }],
      ['createCoupon', 'code', { code: `SPR${found}ING`, discount_type: 'percent', discount_value: 5 }],
      ['createProduct', 'slug', { name: 'Honey', slug: `ho${found}ney` }],
      ['createProduct', 'sku', { name: 'Honey', sku: `H${found}1` }],
    ]
    const rows: Record<string, string> = { createCustomer: 'customers', createCoupon: 'coupons', createProduct: 'products' }
    for (const [mutation, name, body] of refused) {
      const input = Object.fromEntries(Object.entries(body).map(([key, value]) => [camel(key), value]))
      const asked = {
        rest: [`POST /v1/${rows[mutation]}/`, json(body)] as [string, RequestInit],
        graphql: [mutation, input] as [string, object],
      }
      await expectRefused(store, asked, 'BAD_INPUT', said(name, found))
    }
    const { status, body } = await put(`/v1/customers/external_id/${encodeURIComponent(`a${found}b`)}/`, {
      email: `${unique('zoe')}@example.com`,
      country: 'GB',
    })
    expect([status, body.errors]).toEqual([400, [said('external_id', found)]])
    const nested = await post('/v1/products/', { name: 'Honey', instances: [{ sku: `H${found}1`, price: 1 }] })
    expect([nested.status, nested.body.errors]).toEqual([400, [said('instances[0].sku', found)]])
  })

  it('alone are no name, and no other text that is required', async () => {
    for (const found of [...invisible, '\u200b \u00ad']) {
      const message = 'name must have a visible character.'
      await expectRefused(store, { rest: ['PUT /v1/products/1/', json({ name: found })] }, 'BAD_INPUT', message)
      const first = 'first_name must have a visible character.'
      await expectRefused(store, { rest: ['PUT /v1/customers/1/', json({ first_name: found })] }, 'BAD_INPUT', first)
      const street = 'street must have a visible character.'
      await expectRefused(store, { graphql: ['updateAddress', { id: '1', street: found }] }, 'BAD_INPUT', street)
    }
  })

  it('stay in names beside visible ones: joiners have a meaning there', async () => {
    const name = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f468}\u200d\u{1f33e}'
    expect((await put('/v1/products/1/', { name })).body.name).toBe(name)
  })
})

describe('A name, an e-mail address, a code, a slug and a SKU', () => {
  it('are stored in normal form C, and found in either form', async () => {
    const email = `zoe\u0308${++count}@example.com`
    const customer = await post('/v1/customers/', { email, country: 'GB', first_name: 'Ame\u0301' })
    expect(customer.body).toMatchObject({ email: email.normalize('NFC'), first_name: 'Am\u00e9', name: 'Am\u00e9' })
    const product = await post('/v1/products/', {
      name: 'Cafe\u0301',
      slug: 'cafe\u0301',
      sku: 'E\u0301',
      instances: [{ sku: 'E\u0301', price: 1 }],
    })
    expect(product.body).toMatchObject({ name: 'Caf\u00e9', slug: 'caf\u00e9', sku: '\u00c9', instances: [{ sku: '\u00c9' }] })
    const filters: [string, string, number][] = [
      ['/v1/customers/', `email=${email}`, customer.body.id],
      ['/v1/customers/', `email__in=x,${email}`, customer.body.id],
      ['/v1/customers/', 'first_name=Ame\u0301', customer.body.id],
      ['/v1/products/', 'name=Cafe\u0301', product.body.id],
      ['/v1/products/', 'slug=cafe\u0301', product.body.id],
      ['/v1/products/', 'sku=E\u0301&instances.sku=E\u0301', product.body.id],
    ]
    for (const [path, query, id] of filters) {
      for (const form of ['NFC', 'NFD']) {
        const { body } = await store.rest(encodeURI(`${path}?${query.normalize(form)}`), store.merchant)
        expect([query, form, body.results.map((row: { id: number }) => row.id)]).toEqual([query, form, [id]])
      }
    }
    const { body } = await store.rest(encodeURI(`/v1/products/?slug__nin=cafe\u0301&id=${product.body.id}`), store.merchant)
    expect(body.count).toBe(0)
  })

  it('make no second record in another form', async () => {
    const email = `zo\u00eb${++count}@example.com`
    await post('/v1/customers/', { email, country: 'GB' })
    const again = { email: email.normalize('NFD'), country: 'GB' }
    const asked = {
      rest: ['POST /v1/customers/', json(again)] as [string, RequestInit],
      graphql: ['createCustomer', again] as [string, object],
    }
    await expectRefused(store, asked, 'BAD_INPUT', 'email is already the email of another customer.')
  })

  it('leaves an external id as it is', async () => {
    const externalId = `e\u0301 ${++count}`
    const body = { email: `${unique('zoe')}@example.com`, country: 'GB' }
    const first = await put(`/v1/customers/external_id/${encodeURIComponent(externalId)}/`, body)
    expect([first.status, first.body.external_id]).toEqual([201, externalId])
    const composed = externalId.normalize('NFC')
    const other = await put(`/v1/customers/external_id/${encodeURIComponent(composed)}/`, {
      ...body,
      email: `${unique('zoe')}@example.com`,
    })
    expect([other.status, other.body.external_id]).toEqual([201, composed])
  })

  it('match parts of a product in either form', async () => {
    const given = (form: 'NFC' | 'NFD') => ({
      variants: [{ name: 'Gro\u0308\u00dfe'.normalize(form), values: [{ value: 'gro\u00df e\u0301'.normalize(form) }] }],
      subscription_types: [
        { name: 'Abonn\u00e9'.normalize(form), terms: [{ name: 'Ann\u00e9e'.normalize(form), num_cycles: 12, price: 100 }] },
      ],
      instances: [
        {
          sku: '\u00c9'.normalize(form),
          price: 1,
          variants: [{ name: 'Gro\u0308\u00dfe'.normalize(form), value: 'gro\u00df e\u0301'.normalize(form) }],
          term_prices: [{ name: 'Ann\u00e9e'.normalize(form), price: 90 }],
        },
      ],
    })
    const made = await put('/v1/products/external_id/forms/', { name: 'Forms', ...given('NFC') })
    expect(made.body.errors).toBeUndefined()
    for (const form of ['NFD', 'NFC'] as const) {
      const { body } = await post('/v1/products/bulk/', [{ external_id: 'forms', ...given(form) }])
      expect(body.results).toMatchObject([{ change: 'unchanged' }])
    }
  })
})

describe('A row from before', () => {
  it('is found in the form that it is stored in and in the other, and passes unchanged', async () => {
    const stored = `Zoe\u0308${++count}@example.com`
    const { id } = await addCustomer(db, { email: stored })
    await db.customer.update({
      where: { storeId_id: { storeId: 1n, id: BigInt(id) } },
      data: { country: 'UK', firstName: '\u200b' },
    })
    for (const asked of [stored, stored.normalize('NFC')]) {
      const { body } = await store.rest(`/v1/customers/?email=${encodeURIComponent(asked)}`, store.merchant)
      expect(body.results.map((row: { id: number }) => row.id)).toEqual([id])
    }
    const { body: whole } = await store.rest(`/v1/customers/${id}/`, store.merchant)
    expect([whole.email, whole.country]).toEqual([stored, 'UK'])
    const { status, body } = await put(`/v1/customers/${id}/`, { ...whole, last_name: 'Quill' })
    expect([status, body.email, body.country, body.last_name]).toEqual([200, stored, 'UK', 'Quill'])
    const upserted = await post('/v1/customers/bulk/', [
      { external_id: unique('new'), email: stored.normalize('NFC'), country: 'GB' },
    ])
    expect([upserted.status, upserted.body.errors]).toEqual([
      400,
      ['customers[0].email is already the email of another customer.'],
    ])
  })

  it('leaves its e-mail address to no second customer, made, changed or restored', async () => {
    const stored = `rene\u0301${++count}@example.com`
    const composed = stored.normalize('NFC')
    const { id } = await addCustomer(db, { email: stored })
    const message = 'email is already the email of another customer.'
    await expectRefused(store, { graphql: ['createCustomer', { email: composed, country: 'GB' }] }, 'BAD_INPUT', message)
    await expectRefused(store, { rest: ['PUT /v1/customers/1/', json({ email: composed })] }, 'BAD_INPUT', message)
    // Archived it leaves the address free; restored it asks for it again, and may take the normal form.
    await mutate(store, 'archiveCustomer', { id: String(id) })
    const second = await mutate(store, 'createCustomer', { email: composed, country: 'GB' }, 'customer { id }')
    expect(second.userErrors).toEqual([])
    await expectRefused(store, { graphql: ['restoreCustomer', { id: String(id) }] }, 'BAD_INPUT', message)
    await mutate(store, 'archiveCustomer', { id: second.record.id })
    expect((await mutate(store, 'restoreCustomer', { id: String(id) })).userErrors).toEqual([])
    expect((await mutate(store, 'updateCustomer', { id: String(id), email: composed })).userErrors).toEqual([])
  })

  it('is the customer of an order in either form, the one in the given spelling first', async () => {
    const { instanceId } = await addProduct(db, { price: 1000, more: { singlePurchasable: true } })
    const [old, composed] = [`ame\u0301lie${++count}@example.com`, `am\u00e9lie${count}@example.com`]
    const order = async (email: string) => {
      const { status, body } = await post('/v1/orders/', {
        customer: { id: email },
        products: [{ product_instance: { id: instanceId } }],
      })
      return [status, body.customer_id ?? body.errors]
    }
    const first = await addCustomer(db, { email: old })
    expect(await order(composed)).toEqual([201, Number(first.id)])
    const second = await addCustomer(db, { email: composed })
    expect(await order(composed)).toEqual([201, Number(second.id)])
  })
})

describe('An e-mail address', () => {
  const message = 'email must have a domain of two parts or more, none of them empty, such as example.com.'

  it.each(['zoe@localhost', 'zoe@example..com', 'zoe@.example.com', 'zoe@example.com.', 'zoe@.'])('is not %s', async (email) => {
    const input = { email, country: 'GB' }
    const asked = {
      rest: ['POST /v1/customers/', json(input)] as [string, RequestInit],
      graphql: ['createCustomer', input] as [string, object],
    }
    await expectRefused(store, asked, 'BAD_INPUT', message)
  })

  it.each(['zoe@example.co', 'zoe+tea@mail.example.museum', 'zo\u00eb@b\u00fccher.example'])('is %s', async (email) => {
    const { userErrors } = await mutate(store, 'createCustomer', { email, country: 'GB' })
    expect(userErrors).toEqual([])
  })
})

describe('A country', () => {
  it('is assigned, of customers and addresses, on both surfaces', async () => {
    const addressed = { customerId: '1', to: 'Zoe', street: '1 Mill Lane', city: 'York' }
    for (const [country, meant] of [
      ['UK', 'country must be "GB", not "UK", as in ISO 3166.'],
      ['EU', 'country must be a code that ISO 3166-1 has assigned, or XK, not "EU".'],
    ] as const) {
      await expectRefused(
        store,
        { rest: ['PUT /v1/customers/1/', json({ country })], graphql: ['updateCustomer', { id: '1', country }] },
        'BAD_INPUT',
        meant,
      )
      await expectRefused(store, { graphql: ['createAddress', { ...addressed, country }] }, 'BAD_INPUT', meant)
    }
    for (const country of ['GB', 'XK', 'AX', 'TW']) {
      expect((await mutate(store, 'updateCustomer', { id: '1', country })).userErrors).toEqual([])
      expect((await mutate(store, 'createAddress', { ...addressed, country })).userErrors).toEqual([])
    }
  })
})

const camel = (name: string) => name.replace(/_(.)/g, (_found, letter: string) => letter.toUpperCase())
