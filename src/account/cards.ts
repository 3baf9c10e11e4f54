/** The screen of cards: removes them, chooses the default, and leads to the page of the payment gateway on which one is added. */
import type { HttpAnswer } from '../http/exchange.ts'
import { noticeOf } from './acts.ts'
import { act, documentOf, mutationOf, read } from './ask.ts'
import { namedCard, type ShownCard } from './boxes.ts'
import { html } from './html.ts'
import { type AccountPage, buttonForm, goTo, pageAnswer } from './page.ts'
import type { CustomerVisit } from './visit.ts'

const cards = documentOf(`query Account_Cards {
  me { paymentMethodList(first: 50) { nodes { id brand last4 expMonth expYear isDefault enteredByVisitor } } }
}`)
const update = mutationOf('updatePaymentMethod')
const remove = mutationOf('removePaymentMethod')
const setUp = mutationOf('createPaymentMethodSetup', 'actionUrl')

type ListedCard = ShownCard & { id: string; expMonth: number; expYear: number; isDefault: boolean; enteredByVisitor: boolean }

const permission = 'change_payment_method'

/** The screen. */
export async function cardsPage(visit: CustomerVisit, page: Partial<AccountPage> = {}): Promise<HttpAnswer> {
  const { frame, context } = visit
  const { cards: said, screens } = frame.words
  const { me } = await read<{ me: { paymentMethodList: { nodes: ListedCard[] } } }>(context, cards)
  const mayChange = frame.shop.customersMay.includes(permission)
  const row = (card: ListedCard) => {
    const path = `/account/cards/${card.id}`
    const month = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
    const acts = [
      mayChange && !card.isDefault && !card.enteredByVisitor && buttonForm(frame, `${path}/default`, said.makeDefault),
      mayChange && buttonForm(frame, `${path}/remove`, said.remove, 'danger'),
    ]
    return html`<li><div><strong>${namedCard(card)}</strong> ${card.isDefault ? html`<span class="badge good">${said.isDefault}</span>` : ''}<p class="faint">${said.expires(month)}${card.enteredByVisitor ? ` · ${said.enteredByVisitor}` : ''}</p></div><div class="acts">${acts}</div></li>`
  }
  const all = me.paymentMethodList.nodes
  const content = html`<h1>${screens.cards}</h1><p class="lead">${said.addText}</p>
<div class="sheet">${all.length === 0 ? html`<p>${said.none}</p>` : html`<ul class="rows">${all.map(row)}</ul>`}</div>
${mayChange ? buttonForm(frame, '/account/cards/add', said.add, 'main') : ''}`
  return pageAnswer(frame, { title: screens.cards, content, screen: 'cards', isNarrow: true, ...page })
}

export async function makeDefault(visit: CustomerVisit): Promise<HttpAnswer> {
  const { refused } = await act(visit.context, update, { id: visit.ids[0], isDefault: true })
  return refused ? cardsPage(visit, noticeOf(refused, visit.frame.words)) : goTo('/account/cards?done=default')
}

export async function removeCard(visit: CustomerVisit): Promise<HttpAnswer> {
  const { refused } = await act(visit.context, remove, { id: visit.ids[0] })
  return refused ? cardsPage(visit, noticeOf(refused, visit.frame.words)) : goTo('/account/cards?done=removed')
}

/** Opens the gateway's page. A link leads there: the policy of forms keeps a browser from being sent elsewhere. */
export async function addCard(visit: CustomerVisit): Promise<HttpAnswer> {
  const { frame, context } = visit
  const { cards: said } = frame.words
  const returnUrl = `${frame.shop.accountUrl}/cards?done=added`
  const { shown, refused } = await act<{ actionUrl: string | null }>(context, setUp, { returnUrl })
  if (refused?.code === 'WRONG_STATUS' || shown?.actionUrl === null)
    return cardsPage(visit, { notice: { text: said.noPage, isFault: true }, status: 400 })
  if (refused) return cardsPage(visit, noticeOf(refused, frame.words))
  const content = html`<div class="sheet"><h1>${said.add}</h1><p class="lead">${said.goOnText}</p><p><a class="button main" rel="noreferrer" href="${shown.actionUrl}">${said.goOn}</a></p></div><p class="back"><a href="/account/cards">${frame.words.back}</a></p>`
  return pageAnswer(frame, { title: said.add, content, screen: 'cards', isNarrow: true })
}
