/** The screen of orders: what was ordered, where its parcels are, and its invoices. */
import type { HttpAnswer } from '../http/exchange.ts'
import { restTable } from '../resources/routes.ts'
import { schema } from '../resources/schema.ts'
import { pageReply } from '../rest/page.ts'
import { notFound } from '../values/errors.ts'
import { documentOf, read } from './ask.ts'
import type { Amount } from './boxes.ts'
import { type Html, html } from './html.ts'
import { type AccountPage, pageAnswer } from './page.ts'
import type { CustomerVisit } from './visit.ts'
import type { AccountWords } from './words/words.ts'

const ordersOnPage = 10

type ShownParcel = {
  id: string
  status: string
  deliveredAt: string | null
  returnedAt: string | null
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
}

type ShownOrder = {
  id: string
  placedAt: string
  total: Amount
  totalDiscount: Amount
  totalShipping: Amount
  totalTax: Amount
  taxIncluded: boolean
  creditApplied: Amount
  isGift: boolean
  cancelledAt: string | null
  financialStatus: string
  fulfillmentStatus: string
  products: { name: string; quantity: number; total: Amount }[]
  invoices: { nodes: { id: string; number: string }[] }
  fulfillments: { nodes: { shipment: ShownParcel }[] }
}

const orders = documentOf(`query Account_Orders($first: Int!, $offset: Int!) {
  me { orders(first: $first, offset: $offset, orderBy: [{ placedAt: desc }]) { totalCount nodes {
    id placedAt total totalDiscount totalShipping totalTax taxIncluded creditApplied isGift cancelledAt financialStatus fulfillmentStatus
    products { name quantity total }
    invoices(first: 10) { nodes { id number } }
    fulfillments(first: 20, filter: { status: { ne: cancelled } }) { nodes { shipment { id status deliveredAt returnedAt carrier trackingNumber trackingUrl } } }
  } } }
}`)

function badge(order: ShownOrder, { orders: { status } }: AccountWords): Html {
  if (order.cancelledAt !== null) return html`<span class="badge">${status.cancelled}</span>`
  if (order.financialStatus === 'unpaid') return html`<span class="badge bad">${status.unpaid}</span>`
  if (order.financialStatus === 'refunded') return html`<span class="badge">${status.refunded}</span>`
  const name = order.fulfillmentStatus as 'unfulfilled' | 'partial' | 'fulfilled'
  return html`<span class="badge ${name === 'fulfilled' ? 'good' : ''}">${status[name]}</span>`
}

/** Whether an address may be followed: trackings come from carriers. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

function parcelLine(parcel: ShownParcel, { formats, frame: { words } }: CustomerVisit): Html {
  const { parcel: said, track } = words.orders
  const { status, deliveredAt, returnedAt, carrier, trackingNumber, trackingUrl } = parcel
  const state = returnedAt ? said.returned : deliveredAt ? said.delivered : status === 'shipped' ? said.shipped : said.unshipped
  const at = returnedAt ?? deliveredAt
  const tracking = [carrier, trackingNumber].filter(Boolean).join(' ')
  const link =
    trackingUrl !== null &&
    isWebAddress(trackingUrl) &&
    html`<a class="button" rel="noreferrer" href="${trackingUrl}">${track}</a>`
  return html`<li><div><strong>${at ? `${state}, ${formats.date(new Date(at))}` : state}</strong>${tracking && html`<p class="faint">${tracking}</p>`}</div>${link}</li>`
}

/** The sums of an order below its lines: those that are 0 are left out. */
function sumLines(order: ShownOrder, { formats, frame: { words } }: CustomerVisit): Html[] {
  const { orders: said } = words
  const line = (text: string, amount: number, style = '') =>
    html`<li class="${style}"><span>${text}</span><span class="amount">${formats.amount(amount)}</span></li>`
  const where = (text: string, amount: Amount, sign = 1) =>
    Number(amount) === 0 ? [] : [line(text, sign * Number(amount), 'faint')]
  return [
    ...where(said.discount, order.totalDiscount, -1),
    ...where(said.shipping, order.totalShipping),
    ...(order.taxIncluded ? [] : where(said.tax, order.totalTax)),
    line(said.total, Number(order.total), 'sum'),
    ...(order.taxIncluded ? where(said.taxIncluded, order.totalTax) : []),
    ...where(said.credit, order.creditApplied),
  ]
}

function orderCard(order: ShownOrder, visit: CustomerVisit): Html {
  const { frame, formats } = visit
  const { orders: said } = frame.words
  const parcels = [...new Map(order.fulfillments.nodes.map(({ shipment }) => [shipment.id, shipment])).values()]
  const amount = (each: Amount) => formats.amount(Number(each))
  const lines = order.products.map(
    ({ name, quantity, total }) =>
      html`<li><span>${name}${quantity > 1 ? ` × ${quantity}` : ''}</span><span class="amount">${amount(total)}</span></li>`,
  )
  const invoices = order.invoices.nodes.map(
    ({ id, number }) => html`<a class="button" href="/account/invoices/${id}">${said.invoice(number)}</a>`,
  )
  return html`<article class="sheet" aria-labelledby="order-${order.id}">
<div class="head"><div><div><h2 id="order-${order.id}">${said.order(order.id)}</h2><p class="faint">${formats.date(new Date(order.placedAt))}${order.isGift ? ` · ${said.gift}` : ''}</p></div></div>${badge(order, frame.words)}</div>
<ul class="lines">${lines}${sumLines(order, visit)}</ul>
${parcels.length > 0 && order.cancelledAt === null ? html`<div class="next"><ul class="rows">${parcels.map((parcel) => parcelLine(parcel, visit))}</ul></div>` : ''}
${invoices.length > 0 ? html`<div class="acts">${invoices}</div>` : ''}
</article>`
}

/** The screen, ten orders at a time. */
export async function ordersPage(visit: CustomerVisit, notice: Partial<AccountPage>): Promise<HttpAnswer> {
  const { frame, context, query } = visit
  const { words } = frame
  const page = Math.min(Math.max(Number.parseInt(query.get('page') ?? '0', 10) || 0, 0), 10_000)
  const variables = { first: ordersOnPage, offset: page * ordersOnPage }
  const { me } = await read<{ me: { orders: { totalCount: number; nodes: ShownOrder[] } } }>(context, orders, variables)
  const { nodes, totalCount } = me.orders
  const link = (to: number, text: string) => html`<a class="button" href="/account/orders?page=${to}">${text}</a>`
  const content = html`<h1>${words.screens.orders}</h1>${totalCount === 0 && html`<p class="lead">${words.orders.none}</p>`}
<div class="boxes orders">${nodes.map((order) => orderCard(order, visit))}</div>
<div class="acts">${page > 0 && link(page - 1, words.orders.newer)}${(page + 1) * ordersOnPage < totalCount && link(page + 1, words.orders.older)}</div>`
  return pageAnswer(frame, { title: words.screens.orders, content, screen: 'orders', ...notice })
}

/** The page of an invoice of the customer, as the REST row answers it. */
export async function invoicePage({ context, ids: [id = ''] }: CustomerVisit): Promise<HttpAnswer> {
  const row = restTable.rows.find(({ name }) => name === 'GetOwnInvoice')
  if (!row) throw new Error('There is no row of invoices.')
  const answered = await pageReply(schema, row, { invoice_id: id }, context)
  if (answered.status !== 200) throw notFound()
  return answered
}
