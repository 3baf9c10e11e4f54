/** The screen of credit: what there is, and how it came. */
import type { HttpAnswer } from '../http/exchange.ts'
import { documentOf, read } from './ask.ts'
import type { Amount } from './boxes.ts'
import { html } from './html.ts'
import { type AccountPage, pageAnswer } from './page.ts'
import type { CustomerVisit } from './visit.ts'

const credit = documentOf(`query Account_Credit {
  me { credit creditEntries(first: 100, orderBy: [{ id: desc }]) { nodes { amount createdAt orderId refundId } } }
}`)

type ShownEntry = { amount: Amount; createdAt: string; orderId: string | null; refundId: string | null }

export async function creditPage(visit: CustomerVisit, notice: Partial<AccountPage>): Promise<HttpAnswer> {
  const { frame, context, formats } = visit
  const { credit: said, screens } = frame.words
  const { me } = await read<{ me: { credit: Amount; creditEntries: { nodes: ShownEntry[] } } }>(context, credit)
  const row = ({ amount, createdAt, orderId, refundId }: ShownEntry) => {
    const cause = refundId !== null ? said.refund : orderId !== null ? said.order(orderId) : said.byShop
    return html`<li><div><strong>${cause}</strong><p class="faint">${formats.date(new Date(createdAt))}</p></div><span class="amount">${formats.amount(Number(amount))}</span></li>`
  }
  const entries = me.creditEntries.nodes
  const content = html`<h1>${screens.credit}</h1>
<div class="sheet"><p class="faint">${said.balance}</p><p class="large amount">${formats.amount(Number(me.credit))}</p><p>${said.text}</p></div>
<div class="sheet">${entries.length === 0 ? html`<p>${said.none}</p>` : html`<ul class="rows">${entries.map(row)}</ul>`}</div>`
  return pageAnswer(frame, { title: screens.credit, content, screen: 'credit', isNarrow: true, ...notice })
}
