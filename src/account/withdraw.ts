/**
 * The functions that withdraw from a contract and cancel one, for anybody, without signing in: a form, a second page that confirms, and the
 * receipt. What is declared is kept and told; renewals and boxes end when its customer confirms it by a mailed link.
 */
import type { WithdrawalKind } from '../../prisma/generated/client/enums.ts'
import { isToken } from '../auth/account-link.ts'
import type { Context } from '../context.ts'
import type { Shape } from '../db/shape.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import { withdrawalOfLink } from '../resources/link-of-customer.ts'
import { confirmWithdrawal } from '../resources/withdrawals/confirm.ts'
import { namedRecords } from '../resources/withdrawals/named.ts'
import { receiveWithdrawal } from '../resources/withdrawals/receive.ts'
import { Refusal } from '../values/errors.ts'
import { act, documentOf, mutationOf, read } from './ask.ts'
import { type HtmlPart, html } from './html.ts'
import { type AccountPage, pageAnswer, tokenField } from './page.ts'
import { isEmail, maxEmail, overPage } from './strangers.ts'
import { fieldOf, type PageVisit } from './visit.ts'

const paths: Record<WithdrawalKind, string> = { withdrawal: '/account/withdraw', cancellation: '/account/cancel' }

/** The fields of a declaration, with the most characters of each. */
const limits = { name: 200, reference: 300, email: maxEmail, more: 2_000 } as const
type FieldName = keyof typeof limits
type DeclaredFields = Record<FieldName, string>

const fieldsOf = (form: URLSearchParams): DeclaredFields => ({
  name: fieldOf(form, 'name', limits.name),
  reference: fieldOf(form, 'reference', limits.reference),
  email: fieldOf(form, 'email', limits.email + 1),
  more: fieldOf(form, 'more', limits.more),
})

const isWhole = ({ name, reference, email }: DeclaredFields): boolean =>
  name !== '' && reference !== '' && email.length <= maxEmail && isEmail(email)

/** The declaration in words, as it is shown, kept and acknowledged. */
function wordsOf(
  { frame: { words } }: PageVisit,
  kind: WithdrawalKind,
  { name, reference, email, more }: DeclaredFields,
): string {
  const { withdraw } = words
  const lines = [`${withdraw.reference}: ${reference}`, `${withdraw.name}: ${name}`, `${withdraw.email}: ${email}`]
  return [withdraw[kind].declaration, ...lines, ...(more === '' ? [] : ['', more])].join('\n')
}

function framed(
  { frame }: PageVisit,
  title: string,
  text: string,
  content: HtmlPart,
  page: Partial<AccountPage> = {},
): HttpAnswer {
  const body = html`<div class="sheet"><h1>${title}</h1><p class="lead">${text}</p>${content}</div>`
  return pageAnswer(frame, { title, content: body, isNarrow: true, ...page })
}

/** The form. */
export const withdrawForm =
  (kind: WithdrawalKind) =>
  (visit: PageVisit): HttpAnswer =>
    showForm(visit, kind, {})

function showForm(visit: PageVisit, kind: WithdrawalKind, page: Partial<AccountPage>): HttpAnswer {
  const { frame, form } = visit
  const { withdraw } = frame.words
  const { name, reference, email, more } = fieldsOf(form)
  const content = html`<form class="wide" method="post" action="${paths[kind]}">${tokenField(frame)}
<label>${withdraw.name}<input type="text" name="name" value="${name}" required maxlength="${limits.name}" autocomplete="name"></label>
<label>${withdraw.reference}<small id="hint">${withdraw.referenceHint}</small><input type="text" name="reference" value="${reference}" required maxlength="${limits.reference}" aria-describedby="hint"></label>
<label>${withdraw.email}<input type="email" name="email" value="${email}" required maxlength="${limits.email}" autocomplete="email"></label>
<label>${withdraw.more}<textarea name="more" maxlength="${limits.more}">${more}</textarea></label>
<button class="main">${withdraw.next}</button></form>`
  return framed(visit, withdraw[kind].title, withdraw[kind].text, content, page)
}

/** Takes the form: shows what is to be confirmed, takes it back to be changed, or receives what is confirmed. */
export const withdraw =
  (kind: WithdrawalKind) =>
  async (visit: PageVisit): Promise<HttpAnswer> => {
    const { frame, form } = visit
    const said = frame.words.withdraw
    const fields = fieldsOf(form)
    const step = fieldOf(form, 'step')
    if (step === 'change') return showForm(visit, kind, {})
    if (!isWhole(fields)) return showForm(visit, kind, { notice: { text: said.missing, isFault: true }, status: 400 })
    if (step === 'confirm') return receive(visit, kind, fields)
    const hidden = Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
    const content = html`<p class="words">${wordsOf(visit, kind, fields)}</p><form class="wide" method="post" action="${paths[kind]}">${tokenField(frame)}${hidden}
<button class="main" name="step" value="confirm">${said[kind].confirm}</button><button class="plain" name="step" value="change">${said.change}</button></form>`
    return framed(visit, said.checkTitle, said[kind].check, content)
  }

const received = documentOf('query Account_Received($id: ID!) { withdrawal(id: $id) { receivedAt } }')

async function receive(visit: PageVisit, kind: WithdrawalKind, fields: DeclaredFields): Promise<HttpAnswer> {
  const { frame, formats, locale } = visit
  const said = frame.words.withdraw[kind]
  await visit.payForGuess()
  const silence = visit.untilSilent()
  const words = wordsOf(visit, kind, fields)
  const { name, reference, email } = fields
  const context = visit.asServer()
  const { id } = await receiveWithdrawal(context, { kind, name, reference, email, words, locale })
  const { withdrawal } = await read<{ withdrawal: { receivedAt: string } }>(context, received, { id })
  await silence
  const content = html`<p class="words">${words}</p>`
  return framed(visit, said.doneTitle, said.done(formats.time(new Date(withdrawal.receivedAt))), content)
}

/** The page of the link by which a withdrawal is confirmed. */
export async function confirmPage(visit: PageVisit): Promise<HttpAnswer> {
  const { frame, query } = visit
  const token = query.get('token') ?? ''
  const found = isToken(token) ? await withdrawalOfLink(visit.asServer(), token) : undefined
  if (!found) return overPage(visit)
  const said = frame.words.withdraw[found.kind]
  const content = html`<p class="words">${found.words}</p><form class="wide" method="post" action="/account/confirm">${tokenField(frame)}<input type="hidden" name="token" value="${token}">
<button class="main">${said.confirm}</button></form>`
  return framed(visit, said.confirmTitle, said.confirmText, content)
}

/** Confirms: first renewals and boxes end, which may be repeated, then the link is used up. */
export async function confirm(visit: PageVisit): Promise<HttpAnswer> {
  const { frame, form } = visit
  const token = fieldOf(form, 'token')
  const context = visit.asServer()
  const found = isToken(token) ? await withdrawalOfLink(context, token) : undefined
  if (!found) return overPage(visit)
  await end(context, found)
  const { userErrors } = await confirmWithdrawal(context, { token })
  if (userErrors.length > 0) return overPage(visit)
  const said = frame.words.withdraw[found.kind]
  return framed(visit, said.confirmed, said.confirmedText, '')
}

const cancelSubscription = mutationOf('cancelSubscription')
const cancelShipment = mutationOf('cancelShipment')

/**
 * Ends the renewals of what a withdrawal names; of a contract that is withdrawn from, the unsent boxes as well.
 *
 * @throws Refusal UNAVAILABLE while a payment of a subscription is under way: the link works again afterwards.
 */
async function end(context: Context, withdrawal: Shape<'Withdrawal'>): Promise<void> {
  const { subscriptionIds, shipmentIds } = await namedRecords(context.db, withdrawal)
  for (const id of subscriptionIds) {
    const { refused } = await act(context, cancelSubscription, { id: String(id) })
    if (refused) throw new Refusal('UNAVAILABLE', refused.message)
  }
  if (withdrawal.kind === 'cancellation') return
  // One that was sent meanwhile is refused; its return is the shop's to look after.
  for (const id of shipmentIds) await act(context, cancelShipment, { id: String(id) })
}
