/** The screen that cancels a subscription: a reason of the store's list, at most one offer, and the last question. */
import type { HttpAnswer } from '../http/exchange.ts'
import { choice, noticeOf } from './acts.ts'
import { act, documentOf, mutationOf, read } from './ask.ts'
import { boxesPage, boxOf, mayNow, namedInstance, type ShownBox } from './boxes.ts'
import { type Html, type HtmlPart, html } from './html.ts'
import { goTo, pageAnswer, tokenField } from './page.ts'
import { type CustomerVisit, fieldOf } from './visit.ts'

const reasons = documentOf(
  'query Account_Reasons { cancellationReasons(first: 100, orderBy: [{ position: asc }, { id: asc }]) { nodes { code words } } }',
)
const show = mutationOf('showCancelOffer', 'cancelOffer { id kind percent numRenewals }')
const answer = mutationOf('answerCancelOffer')
const cancelling = mutationOf('cancelSubscription')
const offerOf = documentOf('query Account_Offer($id: ID!) { cancelOffer(id: $id) { kind subscriptionId couponCode } }')

const mutations = {
  skip: mutationOf('skipSubscription'),
  pause: mutationOf('pauseSubscription'),
  percent: mutationOf('addSubscriptionCoupon'),
}

type OfferKind = 'skip' | 'pause' | 'percent' | 'change'
type ShownOffer = { id: string; kind: OfferKind; percent: number | null; numRenewals: number | null }

/** A form of the screen. */
const step = ({ frame, ids }: CustomerVisit, name: string, content: HtmlPart): Html =>
  html`<form class="wide" method="post" action="/account/subscriptions/${ids[0]}/${name}">${tokenField(frame)}${content}</form>`

const keep = ({ frame }: CustomerVisit): Html => html`<p class="back"><a href="/account">${frame.words.cancel.keep}</a></p>`

function framed(visit: CustomerVisit, title: string, text: string, content: HtmlPart): HttpAnswer {
  const body = html`<div class="sheet"><h1>${title}</h1><p class="lead">${text}</p>${content}</div>${keep(visit)}`
  return pageAnswer(visit.frame, { title, content: body, screen: 'boxes', isNarrow: true })
}

const reasonField = (reason: string): Html => html`<input type="hidden" name="reason" value="${reason}">`

/** The subscription, where it may be cancelled now. */
async function cancellable(visit: CustomerVisit): Promise<ShownBox | undefined> {
  const box = await boxOf(visit)
  return box && mayNow(box, 'cancel') ? box : undefined
}

/** The first question: why. */
export async function cancelForm(visit: CustomerVisit): Promise<HttpAnswer> {
  const box = await cancellable(visit)
  if (!box) return goTo('/account')
  const { cancel } = visit.frame.words
  const { cancellationReasons } = await read<{ cancellationReasons: { nodes: { code: number; words: string }[] } }>(
    visit.context,
    reasons,
  )
  const listed = cancellationReasons.nodes
  if (listed.length === 0) return lastQuestion(visit, box, '')
  const asked = html`<fieldset><legend>${cancel.reason}</legend>${listed.map(({ code, words }) => choice('reason', String(code), words, false))}</fieldset><button class="main">${cancel.goOn}</button>`
  const title = cancel.title(namedInstance(box.product.name, box.instance))
  return framed(visit, title, cancel.text(visit.formats.date(new Date(box.endDate))), step(visit, 'cancel', asked))
}

/** The last question. */
function lastQuestion(visit: CustomerVisit, box: ShownBox, reason: string): HttpAnswer {
  const { cancel } = visit.frame.words
  const asked = html`${reasonField(reason)}<button class="danger">${cancel.confirm}</button>`
  return framed(visit, cancel.sure, cancel.sureText(visit.formats.date(new Date(box.endDate))), step(visit, 'cancel-now', asked))
}

const reasonOf = ({ form }: CustomerVisit): string => /^\d{1,9}$/.exec(fieldOf(form, 'reason'))?.[0] ?? ''

/** Takes the reason: shows the offer that goes with it, or the last question. */
export async function takeReason(visit: CustomerVisit): Promise<HttpAnswer> {
  const box = await cancellable(visit)
  if (!box) return goTo('/account')
  const reason = reasonOf(visit)
  if (reason === '') return lastQuestion(visit, box, '')
  const input = { id: box.id, cancelReason: Number(reason) }
  const { shown } = await act<{ cancelOffer: ShownOffer }>(visit.context, show, input)
  return shown ? offerPage(visit, shown.cancelOffer, reason) : lastQuestion(visit, box, reason)
}

function offerPage(visit: CustomerVisit, { id, kind, percent, numRenewals }: ShownOffer, reason: string): HttpAnswer {
  const { offers, decline } = visit.frame.words.cancel
  const { text, accept } = offers[kind]
  const title = kind === 'percent' ? offers.percent.title(percent ?? 0, numRenewals ?? 1) : offers[kind].title
  const hidden = html`<input type="hidden" name="offer" value="${id}">${reasonField(reason)}`
  const content = html`${step(visit, 'offer', html`${hidden}<button class="main" name="answer" value="accepted">${accept}</button><button name="answer" value="declined" class="plain">${decline}</button>`)}`
  return framed(visit, title, text, content)
}

/** Takes the answer to an offer: what is accepted is the mutation of the Store API, and only then the offer is accepted. */
export async function takeAnswer(visit: CustomerVisit): Promise<HttpAnswer> {
  const { context, form, frame } = visit
  const box = await cancellable(visit)
  const id = fieldOf(form, 'offer')
  const { cancelOffer } = await read<{
    cancelOffer: { kind: OfferKind; subscriptionId: string; couponCode: string | null } | null
  }>(context, offerOf, { id })
  if (!box || cancelOffer?.subscriptionId !== box.id) return goTo('/account')
  if (fieldOf(form, 'answer') !== 'accepted') {
    await act(context, answer, { id, outcome: 'declined' })
    return lastQuestion(visit, box, reasonOf(visit))
  }
  const { kind, couponCode } = cancelOffer
  if (kind !== 'change') {
    const input = kind === 'percent' ? { subscriptionId: box.id, code: couponCode } : { id: box.id }
    const { refused } = await act(context, mutations[kind], input)
    if (refused) return boxesPage(visit, noticeOf(refused, frame.words))
  }
  await act(context, answer, { id, outcome: 'accepted' })
  return goTo(kind === 'change' ? `/account/subscriptions/${box.id}/swap` : '/account?done=offer')
}

/** Cancels. */
export async function cancelNow(visit: CustomerVisit): Promise<HttpAnswer> {
  const reason = reasonOf(visit)
  const input = { id: visit.ids[0], ...(reason !== '' && { cancelReason: Number(reason) }) }
  const { refused } = await act(visit.context, cancelling, input)
  return refused ? boxesPage(visit, noticeOf(refused, visit.frame.words)) : goTo('/account?done=cancelled')
}
