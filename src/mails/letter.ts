/** The letter of a kind: its words with their placeholders filled in, and the tables and links that go with it. Pure. */
import type { Block, Letter, MailRow } from './block.ts'
import { type Formats, formatsOf } from './formats.ts'
import type { MailKind } from './kinds.ts'
import type { OwnWords } from './own-words.ts'
import { filled } from './placeholders.ts'
import type { Words } from './words/words.ts'
import { languageOf, languages } from './words.ts'

/** A line of an order, or of a refund, whose `total` is what is given back. */
type MailLine = { name: string; quantity: number; total: number }

/** The sums of an order, in the smallest unit of the currency. */
type MailedOrder = {
  id: string
  subTotal: number
  totalDiscount: number
  totalShipping: number
  totalTax: number
  taxIncluded: boolean
  total: number
  creditApplied: number
}

/** The address of a mailed link, and what it does. */
export type MailedLink = { address: string; purpose: 'sign_in' | 'confirm_withdrawal' }

/** The content of a mail: what its event has, and the records that it is about as they were then. Amounts are in the smallest unit. */
export type MailFacts = {
  currency: string
  timeZone: string
  shop: string
  /** The shop's page for its customers; null where it has none. */
  account: string | null
  customer: { name: string; locale: string | null; shopLocale: string }
  /** The link of a mail that has one, which nothing stores. */
  link: MailedLink | null
  /** A withdrawal or a cancellation that was received. */
  withdrawal: { kind: 'withdrawal' | 'cancellation'; words: string; receivedAt: string } | null
  /** Whether receipts lead to the forms that withdraw and cancel. */
  showsWithdrawal: boolean
  /** Of a mail to the recipient of a gift: the giver and the message. */
  gift: { giver: string; message: string } | null
  order: MailedOrder | null
  /** The name of the product of a subscription, and its end. */
  subscription: { product: string; endDate: string } | null
  shipment: { carrier: string | null; trackingNumber: string | null; trackingUrl: string | null } | null
  lines: readonly MailLine[]
  moreLines: number
  /** The amount that is charged, refunded or added as credit, and its parts. */
  amount: number | null
  cardAmount: number
  creditAmount: number
  reason: string | null
  card: { brand: string; last4: string } | null
  /** The time of what the mail is about: a renewal, an expiry. */
  date: string | null
  nextTryAt: string | null
}

type LetterInputs = { facts: MailFacts; words: Words; formats: Formats }

const table = (rows: readonly MailRow[]): Block[] => (rows.length > 0 ? [{ kind: 'table', rows }] : [])
const note = (text: string): Block => ({ kind: 'note', text })

/** The lines, and behind them the number of those that are not shown. */
function lineRows({ facts: { lines, moreLines }, words: { labels }, formats }: LetterInputs): MailRow[] {
  const rows = lines.map(({ name, quantity, total }) => ({
    ...{ text: name, detail: labels.quantity(quantity), end: formats.amount(total) },
  }))
  return moreLines > 0 ? [...rows, { text: labels.moreLines(moreLines), end: '' }] : rows
}

/** The sums of an order, without those that are 0. */
function sumRows(
  { words: { labels }, formats }: LetterInputs,
  { subTotal, totalDiscount, totalShipping, totalTax, taxIncluded, total, creditApplied }: MailedOrder,
): MailRow[] {
  const row = (text: string, amount: number): MailRow[] => (amount === 0 ? [] : [{ text, end: formats.amount(amount) }])
  return [
    ...row(labels.subTotal, subTotal),
    ...row(labels.discount, -totalDiscount),
    ...row(labels.shipping, totalShipping),
    ...(taxIncluded ? [] : row(labels.taxAdded, totalTax)),
    { text: labels.total, end: formats.amount(total), isTotal: true },
    ...(taxIncluded ? row(labels.taxContained, totalTax) : []),
    ...row(labels.credit, creditApplied),
    ...(creditApplied > 0 ? row(labels.paid, total - creditApplied) : []),
  ]
}

const receipt = (asked: LetterInputs): Block[] =>
  asked.facts.order ? table([...lineRows(asked), ...sumRows(asked, asked.facts.order)]) : []

/** The button that leads to the shop's page for customers, where it has one. */
const toAccount = ({ facts: { account } }: LetterInputs, text: string): Block[] =>
  account === null ? [] : [{ kind: 'button', text, address: account }]

/** The links to the forms that withdraw and cancel, where they are shown to the customer. */
const withdrawing = ({ facts: { account, showsWithdrawal }, words: { labels } }: LetterInputs): Block[] =>
  account === null || !showsWithdrawal
    ? []
    : [
        { kind: 'link', text: labels.withdraw, address: `${account}/withdraw` },
        { kind: 'link', text: labels.cancel, address: `${account}/cancel` },
      ]

const cancelling = (asked: LetterInputs): Block[] => [
  note(asked.words.howToCancel),
  ...toAccount(asked, asked.words.labels.account),
]

/** The blocks of each kind, behind its heading and its text. */
const rest: Record<MailKind, (asked: LetterInputs) => Block[]> = {
  order_receipt: (asked) => [...receipt(asked), ...(asked.facts.subscription ? cancelling(asked) : []), ...withdrawing(asked)],
  renewal_receipt: (asked) => [...receipt(asked), ...cancelling(asked), ...withdrawing(asked)],
  renewal_notice: (asked) => [...table(lineRows(asked)), ...cancelling(asked)],
  payment_failed: (asked) => {
    const { facts, words, formats } = asked
    const { nextTryAt } = facts
    const text = nextTryAt === null ? words.notTriedAgain : words.triedAgain(formats.date(new Date(nextTryAt)))
    return [{ kind: 'paragraph', text }, ...toAccount(asked, words.labels.payNow), ...table(lineRows(asked))]
  },
  card_expiring: (asked) => toAccount(asked, asked.words.labels.payNow),
  shipped: ({ facts: { shipment }, words: { labels } }) => {
    const { carrier, trackingNumber, trackingUrl } = shipment ?? { carrier: null, trackingNumber: null, trackingUrl: null }
    const tracking = [carrier, trackingNumber].filter((part) => part !== null && part !== '').join(' ')
    return [
      ...(tracking === '' ? [] : table([{ text: labels.tracking, end: tracking }])),
      ...(trackingUrl === null ? [] : [{ kind: 'button', text: labels.track, address: trackingUrl } as const]),
    ]
  },
  delivered: () => [],
  skipped: (asked) => toAccount(asked, asked.words.labels.account),
  paused: (asked) => toAccount(asked, asked.words.labels.account),
  changed: (asked) => toAccount(asked, asked.words.labels.account),
  cancelled: () => [],
  refunded: (asked) => {
    const { facts, words, formats } = asked
    const { cardAmount, creditAmount } = facts
    return [
      ...table(lineRows(asked)),
      ...(cardAmount > 0 ? [note(words.backToCard(formats.amount(cardAmount)))] : []),
      ...(creditAmount > 0 ? [note(words.asCredit(formats.amount(creditAmount)))] : []),
    ]
  },
  gift: ({ facts: { gift, lines }, words: { labels } }) => [
    ...(gift?.message ? [note(`${labels.from}:`), { kind: 'paragraph', text: gift.message } as const] : []),
    ...table(lines.map(({ name, quantity }) => ({ text: name, end: labels.quantity(quantity) }))),
  ],
  sign_in: ({ facts: { link }, words: { labels, linkEnds } }) =>
    link ? [{ kind: 'button', text: labels[link.purpose], address: link.address }, note(linkEnds)] : [note(linkEnds)],
  withdrawal_received: ({ facts: { withdrawal }, words: { labels }, formats }) =>
    withdrawal
      ? [
          ...table([{ text: labels.received, end: formats.time(new Date(withdrawal.receivedAt)) }]),
          { kind: 'paragraph', text: withdrawal.words },
        ]
      : [],
  credited: ({ facts: { reason }, words: { labels } }) => (reason ? table([{ text: labels.reason, end: reason }]) : []),
}

/** The values of placeholders. */
function valuesOf({ facts, formats }: LetterInputs): Record<string, string> {
  const { shop, customer, order, subscription, amount, card, date } = facts
  const time = date ?? subscription?.endDate
  return {
    ...{ shop, name: customer.name, order: order?.id ?? '', product: subscription?.product ?? facts.lines[0]?.name ?? '' },
    ...{ total: amount === null ? '' : formats.amount(amount), date: time == null ? '' : formats.date(new Date(time)) },
    ...{ card: card ? `${card.brand} •••• ${card.last4}` : '', giver: facts.gift?.giver ?? '' },
  }
}

/** The locale of a mail: the customer's, or else the shop's, or else English, whichever there are words for. */
function chosen({ locale, shopLocale }: MailFacts['customer']): { locale: string; language: keyof typeof languages } {
  for (const each of [locale, shopLocale]) {
    const language = each === null ? undefined : languageOf(each)
    if (each !== null && language) return { locale: each, language }
  }
  return { locale: 'en', language: 'en' }
}

/**
 * Writes the letter of a kind in the language of its customer.
 *
 * @param own the shop's own words of the kind, by languages, in the place of those that ship.
 */
export function letterOf(kind: MailKind, facts: MailFacts, own: readonly OwnWords[] = []): Letter {
  const { locale, language } = chosen(facts.customer)
  const words: Words = languages[language]
  const asked = { facts, words, formats: formatsOf(locale, facts.currency, facts.timeZone) }
  const values = valuesOf(asked)
  const usual = facts.link?.purpose === 'confirm_withdrawal' ? words.confirmation : words.kinds[kind]
  const { subject, heading, text } = { ...usual, ...own.find((each) => each.language === language) }
  return {
    ...{ language, subject: filled(subject, values).replace(/\s+/g, ' ').trim() },
    blocks: [
      { kind: 'heading', text: filled(heading, values) },
      { kind: 'paragraph', text: filled(text, values) },
      ...rest[kind](asked),
    ],
  }
}
