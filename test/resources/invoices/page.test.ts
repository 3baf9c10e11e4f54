/** The page of an invoice: HTML under a policy that lets nothing else in, in the words of the shop's country, for those who may see it. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addProduct } from '../../writes/rows.ts'
import { json } from '../writing.ts'
import { openShop, type Shop } from './shop.ts'

const german = await openShop({
  pricesIncludeTax: true,
  rates: [
    { country: 'DE', rate: 19_000 },
    { country: 'AT', rate: 20_000 },
  ],
})
const english = await openShop({ dispatchCountry: 'US', rates: [{ country: 'US', rate: 10_750, name: 'Sales <tax>' }] })

async function pageOf(shop: Shop, options: Parameters<Shop['buy']>[1] = {}) {
  const product = await addProduct(shop.db, { price: 2_499, shipping: 644 })
  const order = await shop.buy([[product, 2]], options)
  const [invoice] = await shop.invoicesOf(order.id)
  const shown = await shop.store.rest(`GET /v1/invoices/${invoice.id}/?format=html`, shop.store.merchant)
  return { order, invoice, shown, html: String(shown.body).replaceAll('\u00a0', ' ') }
}

describe('the page', () => {
  it('is HTML with one style, which its policy names by its hash, and lets nothing else in', async () => {
    const { shown } = await pageOf(english, { country: 'US' })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(shown.body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(shown.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(shown.headers.get('vary')).toContain('Accept')
    expect(shown.body).not.toMatch(/<(?:script|link|img|iframe|a) |style=|\bon\w+=|url\(/)
  })

  it('has the words, the amounts and the days of the country', async () => {
    const { html, invoice } = await pageOf(german)
    expect(html).toContain('<html lang="de-DE">')
    for (const text of [
      `Rechnung ${invoice.number}`,
      'Alder Goods GmbH',
      '15. März 2026',
      '62,86',
      'Enthält VAT 19 %',
      'Steuernummer: DE136695976',
      'Bezahlt: Karte',
    ])
      expect(html).toContain(text)
    const { html: other } = await pageOf(english, { country: 'US' })
    for (const text of [
      '<html lang="en-US">',
      'March 15, 2026',
      '$62.86',
      'Sales &#60;tax&#62; 10.75% on $62.86',
      '$69.62',
      'Paid: By card',
    ])
      expect(other).toContain(text)
  })

  it('of a credit note for shipping alone has no line of goods', async () => {
    const { order, invoice, html } = await pageOf(english, { country: 'US' })
    await english.store.rest(`POST /v1/orders/${order.id}/refunds/`, english.store.merchant, json({ shipping: 644 }))
    const [, note] = await english.invoicesOf(order.id)
    const { body } = await english.store.rest(`GET /v1/invoices/${note.id}/?format=html`, english.store.merchant)
    const [{ sku }] = invoice.lines
    expect([html, String(body)].map((page) => [page.includes(sku), page.includes('Shipping')])).toEqual([
      [true, true],
      [false, true],
    ])
  })

  it('says why it is untaxed, with both tax numbers', async () => {
    const { html } = await pageOf(german, { country: 'AT', taxId: 'ATU13585627' })
    for (const text of ['Steuerfreie innergemeinschaftliche Lieferung', 'ATU13585627', 'DE136695976', 'Österreich'])
      expect(html).toContain(text)
  })

  it('is what a browser gets, and GraphQL; programs get JSON', async () => {
    const { store } = english
    const { invoice, shown } = await pageOf(english, { country: 'US' })
    const get = (Accept: string) => store.rest(`GET /v1/invoices/${invoice.id}/`, store.merchant, { headers: { Accept } })
    expect((await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).body).toBe(shown.body)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
      expect((await get(accept)).body).toEqual(invoice)
    expect(
      (await store.rest(`GET /v1/invoices/${invoice.id}/?format=json`, store.merchant, { headers: { Accept: 'text/html' } }))
        .body,
    ).toEqual(invoice)
    const { data } = await store.graphql(`{ invoice(id: ${invoice.id}) { page } }`)
    expect(data.invoice.page).toBe(shown.body)
  })

  it('is the customer’s own, and nobody else’s', async () => {
    const { store } = english
    const { invoice, order, shown } = await pageOf(english, { country: 'US' })
    const own = await store.customerToken(BigInt(order.customer.id))
    const path = `/v1/store/api/invoices/${invoice.id}/`
    expect((await store.rest(`GET ${path}?format=html`, own)).body).toBe(shown.body)
    expect((await store.rest(`GET ${path}`, own)).body).toMatchObject({ id: invoice.id, url: path, lines: invoice.lines })
    expect((await store.rest(`GET /v1/store/api/orders/${order.id}/invoices/`, own)).body).toMatchObject({
      count: 1,
      results: [{ id: invoice.id }],
    })
    const missing = { status: 404, body: { errors: ['Not found.'] } }
    for (const [at, as] of [
      [path, store.customer],
      [`/v1/invoices/${invoice.id}/`, store.otherMerchant],
      [`/v1/invoices/${invoice.id + 1_000}/`, store.merchant],
    ] as const)
      for (const format of ['', '?format=html']) expect(await store.rest(`GET ${at}${format}`, as)).toMatchObject(missing)
  })

  it('is refused by other formats, and on rows that have none', async () => {
    const { store } = english
    const { invoice } = await pageOf(english, { country: 'US' })
    expect(await store.rest(`GET /v1/invoices/${invoice.id}/?format=pdf`, store.merchant)).toMatchObject({
      status: 400,
      body: { errors: ['format must be json or html, not pdf.'] },
    })
    expect((await store.rest('GET /v1/orders/1/?format=html', store.merchant)).status).toBe(400)
  })
})
