/** The acts of a customer on a subscription: each is the mutation of the Store API, run as the customer. */
import type { DocumentNode } from 'graphql'
import type { HttpAnswer } from '../http/exchange.ts'
import { act, documentOf, mutationOf, type RefusedAct, read } from './ask.ts'
import { boxesPage, boxOf, mayNow, namedAddress, namedCard, type ShownAddress, type ShownBox, type ShownCard } from './boxes.ts'
import { type HtmlPart, html } from './html.ts'
import { type AccountPage, goTo, pageAnswer, tokenField } from './page.ts'
import { type CustomerVisit, fieldOf } from './visit.ts'
import type { AccountWords } from './words/words.ts'

/** The sentence of a refusal in the language of the page. */
const sentenceOf = ({ code, message }: RefusedAct, { faults, language }: AccountWords): string =>
  language === 'en' ? message : (faults.codes[code] ?? faults.refused)

/** The notice of a refusal above a page. */
export const noticeOf = (refused: RefusedAct, words: AccountWords): Pick<AccountPage, 'notice' | 'status'> => ({
  notice: { text: sentenceOf(refused, words), isFault: true },
  status: 400,
})

/** Acts of one button, each with its mutation and the sentence once it is done. */
const simple = {
  skip: ['skipSubscription', 'skipped'],
  unskip: ['unskipSubscription', 'unskipped'],
  resume: ['resumeSubscription', 'resumed'],
  reactivate: ['reactivateSubscription', 'reactivated'],
  renew: ['renewSubscription', 'renewed'],
  'undo-change': ['cancelScheduledChange', 'undone'],
} as const

type SimpleAct = keyof typeof simple

export const simpleActs = Object.keys(simple) as SimpleAct[]

const documents = new Map<string, DocumentNode>(
  [...Object.values(simple).map(([name]) => name), 'updateSubscription', 'changeSubscription', 'pauseSubscription'].map(
    (name) => [name, mutationOf(name)],
  ),
)
const createAddress = mutationOf('createAddress', 'address { id }')

/** Runs a mutation of a subscription, then shows the boxes. */
export async function change(visit: CustomerVisit, name: string, input: object, done: string): Promise<HttpAnswer> {
  const document = documents.get(name)
  if (!document) throw new Error(`There is no document of ${name}.`)
  const { refused } = await act(visit.context, document, { id: visit.ids[0], ...input })
  return refused ? boxesPage(visit, noticeOf(refused, visit.frame.words)) : goTo(`/account?done=${done}`)
}

/** An act of one button. */
export const simpleAct =
  (name: SimpleAct) =>
  (visit: CustomerVisit): Promise<HttpAnswer> => {
    const [mutation, done] = simple[name]
    return change(visit, mutation, {}, done)
  }

/** A form about one subscription: its title and text, and what it asks. */
export function formPage(
  visit: CustomerVisit,
  act: string,
  { title, text, asked }: { title: string; text: string; asked: HtmlPart },
  page: Partial<AccountPage> = {},
) {
  const { frame, ids } = visit
  const content = html`<div class="sheet"><h1>${title}</h1><p class="lead">${text}</p>${asked && html`<form class="wide" method="post" action="/account/subscriptions/${ids[0]}/${act}">${tokenField(frame)}${asked}</form>`}</div>
<p class="back"><a href="/account">${frame.words.back}</a></p>`
  return pageAnswer(frame, { title, content, screen: 'boxes', isNarrow: true, ...page })
}

/** A choice of several. */
export const choice = (name: string, value: string, text: HtmlPart, isChecked: boolean, more: HtmlPart = ''): HtmlPart =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${isChecked ? html` checked` : ''} required><span>${text}</span>${more}</label>`

/** Shows the form of an act where it is open now; else the boxes. */
export const whereOpen =
  (name: string, show: (visit: CustomerVisit, box: ShownBox) => HttpAnswer | Promise<HttpAnswer>) =>
  async (visit: CustomerVisit): Promise<HttpAnswer> => {
    const box = await boxOf(visit)
    return box && mayNow(box, name) ? show(visit, box) : goTo('/account')
  }

const pauseWeeks = [2, 4, 8, 12]
const week = 7 * 86_400_000

export const pauseForm = whereOpen('pause', (visit) => {
  const { pause } = visit.frame.words
  const asked = html`<fieldset><legend class="unseen">${pause.title}</legend>${pauseWeeks.map((count) => choice('weeks', String(count), pause.weeks(count), count === 4))}${choice('weeks', '0', pause.open, false)}</fieldset><button class="main">${pause.save}</button>`
  return formPage(visit, 'pause', { title: pause.title, text: pause.text, asked })
})

export async function pause(visit: CustomerVisit): Promise<HttpAnswer> {
  const weeks = Number(fieldOf(visit.form, 'weeks'))
  if (!pauseWeeks.includes(weeks)) return change(visit, 'pauseSubscription', {}, 'paused')
  const pausedUntil = new Date(visit.context.now.getTime() + weeks * week).toISOString()
  return change(visit, 'pauseSubscription', { pausedUntil }, 'paused')
}

const addresses = documentOf(`query Account_Addresses($id: ID!) {
  subscription(id: $id) { addressId }
  me { country name addressList(first: 50) { nodes { id to company street unit city state zipCode country } } }
}`)

type Addresses = {
  subscription: { addressId: string | null } | null
  me: { name: string; country: string; addressList: { nodes: (ShownAddress & { id: string })[] } }
}

const addressFields = ['to', 'company', 'street', 'unit', 'zipCode', 'city', 'state', 'country'] as const
const required: ReadonlySet<string> = new Set(['to', 'street', 'city', 'country'])
const autocomplete: Readonly<Record<string, string>> = {
  ...{ to: 'name', company: 'organization', street: 'address-line1', unit: 'address-line2' },
  ...{ zipCode: 'postal-code', city: 'address-level2', state: 'address-level1', country: 'country' },
}

/** The countries by their names, in the order of a language. */
function countries(locale: string, codes: readonly string[], chosen: string): HtmlPart {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const all = codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale))
  return all.map(({ code, name }) => html`<option value="${code}"${code === chosen ? html` selected` : ''}>${name}</option>`)
}

export const addressForm = (codes: readonly string[]) =>
  whereOpen('change_address', async (visit) => showAddressForm(visit, codes))

async function showAddressForm(
  visit: CustomerVisit,
  codes: readonly string[],
  page: Partial<AccountPage> = {},
): Promise<HttpAnswer> {
  const { frame, context, form, locale, ids } = visit
  const { address: words } = frame.words
  const { me, subscription } = await read<Addresses>(context, addresses, { id: ids[0] })
  const given = (name: string) => form.get(name) ?? (name === 'to' ? me.name : '')
  const field = (name: (typeof addressFields)[number]) =>
    name === 'country'
      ? html`<label>${words.country}<select name="country" autocomplete="country">${countries(locale, codes, form.get('country') ?? me.country)}</select></label>`
      : html`<label>${words[name]}<input type="text" name="${name}" value="${given(name)}" maxlength="200" autocomplete="${autocomplete[name]}"${required.has(name) ? html` required` : ''}></label>`
  const known = me.addressList.nodes
  const action = `/account/subscriptions/${ids[0]}/address`
  const content = html`<h1>${words.title}</h1><p class="lead">${words.text}</p>
${
  known.length === 0
    ? ''
    : html`<div class="sheet"><form class="wide" method="post" action="${action}">${tokenField(frame)}<fieldset><legend>${words.known}</legend>${known.map((each) => choice('address', each.id, namedAddress(each), each.id === subscription?.addressId))}</fieldset><button class="main">${words.use}</button></form></div>`
}
<div class="sheet"><h2>${words.other}</h2><form class="wide" method="post" action="${action}">${tokenField(frame)}
${field('to')}${field('company')}${field('street')}${field('unit')}<div class="pair">${field('zipCode')}${field('city')}</div>${field('state')}${field('country')}
<button class="main">${words.save}</button></form></div><p class="back"><a href="/account">${frame.words.back}</a></p>`
  return pageAnswer(frame, { title: words.title, content, screen: 'boxes', isNarrow: true, ...page })
}

export const address =
  (codes: readonly string[]) =>
  async (visit: CustomerVisit): Promise<HttpAnswer> => {
    const { form, context, frame } = visit
    const chosen = fieldOf(form, 'address')
    if (chosen !== '') return change(visit, 'updateSubscription', { addressId: chosen }, 'address')
    const given = Object.fromEntries(addressFields.map((name) => [name, fieldOf(form, name)]))
    const { shown, refused } = await act<{ address: { id: string } }>(context, createAddress, given)
    if (refused) return showAddressForm(visit, codes, noticeOf(refused, frame.words))
    return change(visit, 'updateSubscription', { addressId: shown.address.id }, 'address')
  }

const cards = documentOf(`query Account_CardsOf($id: ID!) {
  subscription(id: $id) { paymentMethodId }
  me { paymentMethodList(first: 50) { nodes { id brand last4 enteredByVisitor } } }
}`)

type Cards = {
  subscription: { paymentMethodId: string | null } | null
  me: { paymentMethodList: { nodes: (ShownCard & { id: string; enteredByVisitor: boolean })[] } }
}

export const cardForm = whereOpen('change_payment_method', async (visit, { id }) => {
  const { cardOf } = visit.frame.words
  const { me, subscription } = await read<Cards>(visit.context, cards, { id })
  const all = me.paymentMethodList.nodes.filter(({ enteredByVisitor }) => !enteredByVisitor)
  const asked = html`<fieldset><legend class="unseen">${cardOf.title}</legend>${all.map((each) => choice('card', each.id, namedCard(each), each.id === subscription?.paymentMethodId))}</fieldset><button class="main">${cardOf.save}</button>`
  return all.length === 0 ? goTo('/account/cards') : formPage(visit, 'card', { title: cardOf.title, text: cardOf.text, asked })
})

export const card = (visit: CustomerVisit): Promise<HttpAnswer> =>
  change(visit, 'updateSubscription', { paymentMethodId: fieldOf(visit.form, 'card') }, 'card')
