/** The first screen: the subscriptions of a customer, each with its next box and what may be done with it. */
import type { HttpAnswer } from '../http/exchange.ts'
import { documentOf, read } from './ask.ts'
import { type Html, type HtmlPart, html } from './html.ts'
import { type AccountPage, buttonForm, pageAnswer } from './page.ts'
import type { CustomerVisit } from './visit.ts'
import type { AccountWords } from './words/words.ts'

export type Amount = number | string

export type ShownAddress = {
  to: string
  company: string
  street: string
  unit: string
  city: string
  state: string
  zipCode: string
  country: string
}

export type ShownCard = { brand: string; last4: string }

type ShownInstance = { variants: { variantValue: { value: string } }[] }

export type ShownBox = {
  id: string
  status: string
  endDate: string
  skippedDate: string | null
  pausedUntil: string | null
  autorenew: boolean
  quantity: number
  product: { name: string }
  instance: ShownInstance
  term: { numCycles: number }
  billing: { rebillMonths: number; rebillWeeks: number | null }
  address: ShownAddress | null
  paymentMethod: ShownCard | null
  upcoming: { date: string; charge: Amount }[]
  scheduledChange: { quantity: number; instance: (ShownInstance & { product: { name: string } }) | null } | null
  fulfillments: { nodes: { adjustedFulfillmentDate: string }[] }
  actions: { name: string; allowed: boolean }[]
}

const fields = `id status endDate skippedDate pausedUntil autorenew quantity
  product { name } instance { variants { variantValue { value } } } term { numCycles } billing { rebillMonths rebillWeeks }
  address { to company street unit city state zipCode country } paymentMethod { brand last4 }
  upcoming(first: 1) { date charge }
  scheduledChange { quantity instance { product { name } variants { variantValue { value } } } }
  fulfillments(filter: { status: { eq: open } }, orderBy: [{ adjustedFulfillmentDate: asc }], first: 1) { nodes { adjustedFulfillmentDate } }
  actions { name allowed }`

const boxes = documentOf(`query Account_Boxes {
  me { firstName subscriptions(first: 50, orderBy: [{ id: desc }]) { nodes { ${fields} } } }
}`)

const oneBox = documentOf(`query Account_Box($id: ID!) { subscription(id: $id) { ${fields} } }`)

/** A subscription of the customer; undefined where there is none. */
export async function boxOf({ context, ids: [id = ''] }: CustomerVisit): Promise<ShownBox | undefined> {
  return (await read<{ subscription: ShownBox | null }>(context, oneBox, { id })).subscription ?? undefined
}

/** Whether an act is open to the customer now. */
export const mayNow = ({ actions }: Pick<ShownBox, 'actions'>, name: string): boolean =>
  actions.some((action) => action.name === name && action.allowed)

/** An instance by its product and what sets it apart. */
export const namedInstance = (product: string, { variants }: ShownInstance): string =>
  [product, ...variants.map(({ variantValue: { value } }) => value)].join(', ')

/** A card by its brand and its last digits. */
export const namedCard = ({ brand, last4 }: ShownCard): string => {
  const name = brand === '' ? '' : `${brand.charAt(0).toUpperCase()}${brand.slice(1)} `
  return `${name}•••• ${last4}`
}

/** An address in one line. */
export const namedAddress = ({ to, company, street, unit, city, zipCode, state }: ShownAddress): string =>
  [to, company, street, unit, [zipCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')

const isOver = ({ status }: ShownBox): boolean => status === 'cancelled' || status === 'expired'

const isSkipped = ({ skippedDate, endDate }: ShownBox): boolean => skippedDate !== null && endDate > skippedDate

/** The status of a subscription as a badge. */
function badge(box: ShownBox, words: AccountWords): Html {
  const { status } = box
  if (status === 'active' && isSkipped(box) && mayNow(box, 'unskip'))
    return html`<span class="badge warn">${words.status.skipped}</span>`
  const styles: Readonly<Record<string, string>> = { active: 'good', suspended: 'warn', past_due: 'bad', unpaid: 'bad' }
  const text = words.status[status as keyof AccountWords['status']]
  return html`<span class="badge ${styles[status] ?? ''}">${text}</span>`
}

/** The next box or renewal, in sentences. */
function nextOf(box: ShownBox, { frame: { words }, formats }: CustomerVisit): string[] {
  const { boxes: said } = words
  const date = (time: string) => formats.date(new Date(time))
  const [upcoming] = box.upcoming
  const [planned] = box.fulfillments.nodes
  const sentences = [
    ...(box.status === 'suspended' ? [box.pausedUntil ? said.pausedUntil(date(box.pausedUntil)) : said.paused] : []),
    ...(box.status === 'active' && isSkipped(box) && mayNow(box, 'unskip') ? [said.skippedTo(date(box.endDate))] : []),
    ...(upcoming ? [said.charge(formats.amount(Number(upcoming.charge)), date(upcoming.date))] : []),
    ...(!upcoming && box.status === 'active' && box.autorenew ? [said.renewsOn(date(box.endDate))] : []),
    ...(isOver(box) || (box.status === 'active' && !box.autorenew) ? [said.paidUntil(date(box.endDate))] : []),
    ...(planned && box.status !== 'suspended' ? [said.onItsWay(date(planned.adjustedFulfillmentDate))] : []),
  ]
  const change = changeOf(box, words)
  return change ? [...sentences, change] : sentences
}

/** The change that is scheduled, in a sentence; undefined where there is none. */
export function changeOf({ scheduledChange: change }: ShownBox, { boxes: said }: AccountWords): string | undefined {
  if (!change?.instance) return undefined
  const what = namedInstance(change.instance.product.name, change.instance)
  return said.changesTo(change.quantity > 1 ? `${what} × ${change.quantity}` : what)
}

/** The acts that are open: first the one that matters most. */
function actsOf(box: ShownBox, visit: CustomerVisit): HtmlPart[] {
  const { frame } = visit
  const { acts } = frame.words
  const path = `/account/subscriptions/${box.id}`
  const post = (name: string, act: string, text: string, style = '') =>
    mayNow(box, name) && buttonForm(frame, `${path}/${act}`, text, style)
  const link = (name: string, act: string, text: string, style = '') =>
    mayNow(box, name) && html`<a class="button ${style}" href="${path}/${act}">${text}</a>`
  const skipped = isSkipped(box)
  return [
    post('renew', 'renew', acts.renew, 'main'),
    box.status === 'suspended' && post('resume', 'resume', acts.resume, 'main'),
    box.status !== 'active' && post('reactivate', 'reactivate', acts.reactivate, 'main'),
    skipped ? post('unskip', 'unskip', acts.unskip, 'main') : post('skip', 'skip', acts.skip, 'main'),
    box.autorenew && link('change_product', 'swap', acts.swap),
    box.scheduledChange && post('change_product', 'undo-change', acts.undoChange),
    box.status === 'active' && link('pause', 'pause', acts.pause),
    !isOver(box) && link('cancel', 'cancel', acts.cancel, 'plain danger'),
  ]
}

/** The address that a subscription is sent to and the card that pays for it, each with the link that changes it. */
function detailsOf(box: ShownBox, { frame: { words } }: CustomerVisit): Html {
  const { boxes: said, acts } = words
  const row = (term: string, value: string, permission: string, act: string, text: string) => {
    const link = mayNow(box, permission) && html`<dd><a href="/account/subscriptions/${box.id}/${act}">${text}</a></dd>`
    return html`<div><dt>${term}</dt><dd>${value}</dd>${link}</div>`
  }
  const { address, paymentMethod } = box
  return html`<dl>${row(said.sentTo, address ? namedAddress(address) : said.unknown, 'change_address', 'address', acts.address)}${row(said.paidWith, paymentMethod ? namedCard(paymentMethod) : said.unknown, 'change_payment_method', 'card', acts.card)}</dl>`
}

/** The card of a subscription. */
function boxCard(box: ShownBox, visit: CustomerVisit): Html {
  const { frame } = visit
  const { boxes: said } = frame.words
  const { rebillMonths, rebillWeeks } = box.billing
  const name = namedInstance(box.product.name, box.instance)
  const rhythm = [
    said.every(rebillMonths, rebillWeeks ?? 0),
    ...(box.term.numCycles > 1 ? [said.paidFor(box.term.numCycles)] : []),
    ...(box.quantity > 1 ? [said.quantity(box.quantity)] : []),
  ].join(' · ')
  const [first, ...others] = nextOf(box, visit)
  const acts = actsOf(box, visit).filter(Boolean)
  return html`<article class="sheet" aria-labelledby="box-${box.id}">
<div class="head"><div><span class="tile" aria-hidden="true">${[...box.product.name][0] ?? '•'}</span><div><h2 id="box-${box.id}">${name}</h2><p class="faint meta">${badge(box, frame.words)}<span>${rhythm}</span></p></div></div></div>
${box.status === 'past_due' ? html`<p class="note warn">${said.pastDue}</p>` : ''}
${first === undefined ? '' : html`<div class="next">${isOver(box) ? '' : html`<p class="faint">${said.next}</p>`}<strong>${first}</strong>${others.map((other) => html`<p>${other}</p>`)}</div>`}
${isOver(box) ? '' : detailsOf(box, visit)}
${acts.length > 0 ? html`<div class="acts">${acts}</div>` : ''}
</article>`
}

/** The screen. */
export async function boxesPage(visit: CustomerVisit, page: Partial<AccountPage> = {}): Promise<HttpAnswer> {
  const { frame, context } = visit
  const { words } = frame
  const { me } = await read<{ me: { firstName: string; subscriptions: { nodes: ShownBox[] } } }>(context, boxes)
  const all = me.subscriptions.nodes
  const shown = [...all.filter((box) => !isOver(box)), ...all.filter(isOver)]
  const content = html`<h1>${words.boxes.hello(me.firstName)}</h1><p class="lead">${shown.length === 0 ? words.boxes.none : words.boxes.lead}</p>
<div class="boxes${shown.length > 1 ? ' two' : ''}">${shown.map((box) => boxCard(box, visit))}</div>
${buttonForm(frame, '/account/sign-out-all', words.signOutAll, 'plain small')}`
  return pageAnswer(frame, { title: words.screens.boxes, content, screen: 'boxes', ...page })
}
