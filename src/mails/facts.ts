/** Reads the stored content of a mail. Pure. */
import type { MailedLink, MailFacts } from './letter.ts'
import type { OwnWords } from './own-words.ts'

type NewValue = { to?: unknown }

/** The content of a mail as `rows.ts` stores it. */
export type StoredFacts = Pick<MailFacts, 'order' | 'subscription' | 'shipment'> & {
  changes: Readonly<Record<string, NewValue | undefined>>
  at: string
  shop: StoredShop
  customer: { name: string; locale?: string | null }
  /** A gift, of a mail to its recipient. */
  gift?: { recipient: string; message: string; lines: readonly { name: string; quantity: number }[] } | null
  /** A withdrawal or a cancellation that was received. */
  withdrawal?: { kind: 'withdrawal' | 'cancellation'; words: string; receivedAt: string } | null
  /** Whether its customer is shown the forms that withdraw and cancel. */
  showsWithdrawal?: boolean | null
  /** The own words of the store for the kind, as they were then. */
  words?: readonly OwnWords[]
}

/** The shop, and what all of its mails have. */
type StoredShop = {
  name: string
  currency: string
  timeZone: string
  legalName: string | null
  address: string | null
  host?: string
  locale?: string
  colour?: string | null
  sender?: string | null
  replyTo?: string | null
  footer?: string | null
  /** The address of the customers' page. */
  account?: string | null
}

type StoredLine = { name: string; quantity: number; total?: number | string; amount?: number | string }
type StoredCard = { brand: string; last4: string }

/** A name in one line: names may have line breaks, and go into headers. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** An amount, which JSON has as a number or, beyond 2^53, as a text. */
const amountOf = (value: unknown): number => Number(value ?? 0)

/** The facts of a mail, by its event. */
/** @param link the address of a mailed link, which nothing stores. */
export function factsOf(
  { changes, at: _at, shop, customer, gift, words: _words, withdrawal, showsWithdrawal, ...about }: StoredFacts,
  link?: MailedLink,
): MailFacts {
  const now = (name: string): unknown => changes[name]?.to
  const lines = (now('lines') ?? []) as readonly StoredLine[]
  const amount = now('amount') ?? now('charge') ?? now('total')
  const method = now('paymentMethod') as StoredCard | undefined
  const own = textOf(now('last4')) === null ? null : { brand: String(now('brand')), last4: String(now('last4')) }
  return {
    ...{ shop: oneLine(shop.name), currency: shop.currency, timeZone: shop.timeZone, account: shop.account ?? null },
    ...{ link: link ?? null, withdrawal: withdrawal ?? null, showsWithdrawal: showsWithdrawal === true },
    customer: {
      name: oneLine(gift?.recipient ?? customer.name),
      locale: customer.locale ?? null,
      shopLocale: shop.locale ?? 'en',
    },
    gift: gift ? { giver: oneLine(customer.name), message: gift.message } : null,
    ...about,
    lines: (gift ? gift.lines.map((line): StoredLine => ({ ...line, total: 0 })) : lines).map(
      ({ name, quantity, total, amount: back }) => ({ name, quantity, total: amountOf(back ?? total) }),
    ),
    moreLines: Number(now('moreLines') ?? 0),
    amount: amount === undefined ? null : amountOf(amount),
    ...{ cardAmount: amountOf(now('cardAmount')), creditAmount: amountOf(now('creditAmount')) },
    reason: textOf(now('reason')),
    card: method ? { brand: method.brand, last4: method.last4 } : own,
    date: withdrawal?.receivedAt ?? textOf(now('date')) ?? textOf(now('expiresAt')) ?? textOf(now('endDate')),
    nextTryAt: textOf(now('nextTryAt')),
  }
}
