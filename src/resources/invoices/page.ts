/** The page of an invoice: HTML without scripts or anything from elsewhere, for the screen, for paper and for PDF. Pure. */
import type { InvoiceKind } from '../../../prisma/generated/client/enums.ts'
import { escapeHtml } from '../../values/text.ts'
import type { InvoiceContent, InvoicePayment } from './document.ts'
import type { InvoiceLine, InvoiceTax } from './lines.ts'
import { pageStyle } from './page-style.ts'
import { type PageWords, wordsOf } from './page-words.ts'
import type { InvoiceAddress } from './parties.ts'

/** An invoice as it is stored. */
export type PrintedInvoice = { content: InvoiceContent; kind: InvoiceKind; number: string; issuedAt: Date; causedAt: Date }

/** The forms of amounts, days and rates, and the words, of one invoice. */
type Forms = {
  words: PageWords
  money: (amount: number) => string
  day: (time: Date) => string
  rate: (rate: number) => string
}

function formsOf({ locale, currency }: InvoiceContent): Forms {
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const unit = 10 ** (amounts.resolvedOptions().maximumFractionDigits ?? 2)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const rates = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  return {
    words: wordsOf(locale),
    money: (amount) => amounts.format(amount / unit),
    day: (time) => days.format(time),
    rate: (rate) => rates.format(rate),
  }
}

/** The page of an invoice. */
export function invoicePage(invoice: PrintedInvoice): string {
  const { content, kind, number } = invoice
  const { seller, locale } = content
  const forms = formsOf(content)
  const { words } = forms
  const title = words.kinds[kind]
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} ${number}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header><p class="shop">${escapeHtml(seller.name)}</p><div><h1>${title}</h1><p class="number">${escapeHtml(number)}</p></div></header>
${parties(invoice, forms)}
${lines(content, forms)}
${sums(invoice, forms)}
${notes(content, forms)}
<footer><div><p class="lines-of-text">${escapeHtml(`${seller.name}\n${seller.address}`)}</p>${
    seller.taxId === null ? '' : `<p>${words.taxId}: ${escapeHtml(seller.taxId)}</p>`
  }</div></footer>
</main>
</body>
</html>
`
}

function parties({ content, kind, number, issuedAt, causedAt }: PrintedInvoice, { words, day }: Forms): string {
  const { buyer, delivery, order, corrects, reason } = content
  const { locale } = content
  const facts: [string, string | undefined][] = [
    [words.number, number],
    [words.issuedAt, day(issuedAt)],
    [words.order, String(order.id)],
    [words.orderedAt, day(new Date(order.placedAt))],
    [words.caused[kind], day(causedAt)],
    [words.corrects, corrects ? `${corrects.number}, ${day(new Date(corrects.issuedAt))}` : undefined],
    [words.reason, reason ?? undefined],
  ]
  const shown = facts.flatMap(([name, value]) => (value === undefined ? [] : `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`))
  const isElsewhere = delivery && addressText(delivery, locale) !== addressText(buyer, locale)
  return `<section class="parties">
<div><h2>${words.billTo}</h2><p class="lines-of-text">${escapeHtml(addressText(buyer, locale))}</p>${
    buyer.taxId === null ? '' : `<p><small>${words.buyerTaxId}: ${escapeHtml(buyer.taxId)}</small></p>`
  }</div>
<div>${isElsewhere ? `<h2>${words.deliverTo}</h2><p class="lines-of-text">${escapeHtml(addressText(delivery, locale))}</p>` : ''}</div>
<dl>${shown.join('')}</dl>
</section>`
}

/** An address in lines, the country by its name. */
function addressText({ company, name, street, unit, city, state, zipCode, country }: InvoiceAddress, locale: string): string {
  const land = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
  const townFirst = townFirstIn.has(country)
  const town = [...(townFirst ? [] : [zipCode]), city].filter(Boolean).join(' ')
  const place = [state ? `${town}, ${state}` : town, ...(townFirst ? [zipCode] : [])].filter(Boolean).join(' ')
  return [company, name, street, unit, place, land].filter(Boolean).join('\n')
}

/** Countries that write the postcode behind the town. */
const townFirstIn: ReadonlySet<string> = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ'])

function lines({ lines: all }: InvoiceContent, { words, money, rate }: Forms): string {
  const hasTax = all.some(({ taxes }) => taxes.some((tax) => tax.rate > 0))
  const ratesOf = ({ taxes }: InvoiceLine) =>
    taxes
      .filter(({ shipping }) => !shipping)
      .map((tax) => rate(tax.rate))
      .join(' + ')
  const cells = (line: InvoiceLine) => {
    const { name, sku, quantity, price, discount, total } = line
    const less = discount === 0 ? '' : `<small>${words.discount}: ${money(-discount)}</small>`
    return `<td>${escapeHtml(name)}<small>${escapeHtml(sku)}</small>${less}</td><td class="amount">${
      quantity === 0 ? '' : quantity
    }</td><td class="amount">${quantity === 0 ? '' : money(price)}</td>${
      hasTax ? `<td class="amount">${ratesOf(line)}</td>` : ''
    }<td class="amount">${money(total - discount)}</td>`
  }
  // A line whose shipping alone is given back is not shown.
  const shown = all.filter(({ quantity, total, discount }) => quantity > 0 || total !== discount)
  const shipping = all.reduce((sum, line) => sum + line.shipping, 0)
  const ofShipping =
    shipping === 0
      ? ''
      : `<tr><td>${words.shipping}</td><td></td><td></td>${hasTax ? '<td></td>' : ''}<td class="amount">${money(shipping)}</td></tr>`
  return `<table>
<thead><tr><th>${words.item}</th><th class="amount">${words.quantity}</th><th class="amount">${words.price}</th>${
    hasTax ? `<th class="amount">${words.tax}</th>` : ''
  }<th class="amount">${words.amount}</th></tr></thead>
<tbody>${shown.map((line) => `<tr>${cells(line)}</tr>`).join('\n')}
${ofShipping}</tbody>
</table>`
}

function sums({ content, kind }: PrintedInvoice, { words, money, rate }: Forms): string {
  const { sums: of, taxes, taxIncluded, payments } = content
  const row = (name: string, amount: number, style = '') =>
    `<tr${style && ` class="${style}"`}><td>${escapeHtml(name)}</td><td class="amount">${money(amount)}</td></tr>`
  const taxed = taxes.filter((tax) => tax.rate > 0 || tax.category === 'Z')
  const each = ({ name, rate: by, base, amount }: InvoiceTax, text: PageWords['ofBase']) =>
    row(text(name, rate(by), money(base)), amount)
  const total = row(words.total, of.gross, 'total')
  const paid = kind === 'invoice' ? words.paid : words.givenBack
  const means = ({ means: by, amount }: InvoicePayment) => row(`${paid}: ${words.means[by]}`, amount)
  const left = kind === 'invoice' ? row(words.left, of.gross - payments.reduce((sum, { amount }) => sum + amount, 0)) : ''
  const own = taxIncluded
    ? [total, ...taxed.map((tax) => each(tax, words.contained)), row(words.net, of.net)]
    : [row(words.net, of.net), ...taxed.map((tax) => each(tax, words.ofBase)), total]
  return `<table class="sums"><tbody>${[...own, ...payments.map(means), left].join('\n')}</tbody></table>`
}

/** Why some of it is untaxed. */
function notes({ taxes }: InvoiceContent, { words, money }: Forms): string {
  const untaxed = taxes.filter(({ category }) => category !== 'S' && category !== 'Z')
  const texts = untaxed.map(({ category, text = '', base }) => words.untaxed(words.reasons[category] ?? text, money(base)))
  return texts.length === 0
    ? ''
    : `<section class="notes">${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</section>`
}
