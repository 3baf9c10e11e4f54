/** Letters by themselves: their words in each language, what they show of their event, and how they look as HTML and as text. */
import { describe, expect, it } from 'vitest'
import { factsOf, type StoredFacts } from '../../src/mails/facts.ts'
import { kindsOfMails, mailKinds } from '../../src/mails/kinds.ts'
import { filled, placeholderFault } from '../../src/mails/placeholders.ts'
import { rendered } from '../../src/mails/render.ts'
import { languages } from '../../src/mails/words.ts'

const to = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { from: null, to: value }]))

const stored = (more: Partial<StoredFacts> = {}): StoredFacts => ({
  changes: to({
    total: 11_230,
    amount: 1_200,
    cardAmount: 1_000,
    creditAmount: 200,
    lines: [
      { name: 'Coffee <b>dark</b>', quantity: 2, total: 9_000 },
      { name: 'Mug', quantity: 1, total: 3_000 },
    ],
    moreLines: 3,
    date: '2027-03-31T22:30:00Z',
    nextTryAt: '2027-04-03T09:00:00Z',
    brand: 'visa',
    last4: '4242',
  }),
  at: '2027-03-01T09:00:00Z',
  shop: { name: 'Alder & Oak', currency: 'EUR', timeZone: 'Europe/Berlin', legalName: 'Alder GmbH', address: 'Elm Lane 1' },
  customer: { name: 'Ida Falk' },
  order: {
    ...{ id: '115', subTotal: 12_000, totalDiscount: 1_500, totalShipping: 730, totalTax: 1_793, taxIncluded: true },
    ...{ total: 11_230, creditApplied: 1_000 },
  },
  subscription: { product: 'Coffee box', endDate: '2027-04-30T09:00:00Z' },
  shipment: { carrier: 'Parcelway', trackingNumber: 'PW123', trackingUrl: 'https://parcels.example/PW123?a=1&b=2' },
  ...more,
})

const inLanguage = (locale: string) => stored({ customer: { name: 'Ida Falk', locale } })

describe.each(Object.keys(languages) as (keyof typeof languages)[])('The words in %s', (language) => {
  it.each(kindsOfMails)('of %s have the placeholders of the kind alone', (kind) => {
    for (const text of Object.values(languages[language].kinds[kind]))
      expect(placeholderFault(text, mailKinds[kind].placeholders)).toBeUndefined()
  })

  it.each(kindsOfMails)('of %s are filled in, as HTML and as text', (kind) => {
    const { subject, html, text } = rendered(kind, inLanguage(language))
    for (const each of [subject, html, text]) expect(each).not.toMatch(/\{\{|\}\}|undefined|null|NaN/)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).not.toMatch(/<(script|img|link|iframe)|src=/)
    expect(html).not.toContain('<b>dark')
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72)
  })
})

describe('A receipt', () => {
  it('shows the lines and the sums of the order, to the cent, in the language of the customer', () => {
    const { text } = rendered('order_receipt', inLanguage('de-AT'))
    const rows = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
    expect(rows).toEqual(
      expect.arrayContaining([
        'Coffee <b>dark</b> € 90,00',
        'Menge: 2',
        'und 3 weitere Artikel',
        'Zwischensumme € 120,00',
        'Rabatt -€ 15,00',
        'Versand € 7,30',
        'Summe € 112,30',
        'Enthaltene Steuer € 17,93',
        'Mit Guthaben bezahlt € 10,00',
        'Mit Karte bezahlt € 102,30',
      ]),
    )
  })

  it('of a renewal says how to cancel', () => {
    expect(rendered('renewal_receipt', inLanguage('en')).text.replace(/\s+/g, ' ')).toContain('You can cancel at any time')
    expect(rendered('renewal_receipt', inLanguage('de')).text.replace(/\s+/g, ' ')).toContain('jederzeit kündigen')
  })

  it('has sums beyond 2^53 and currencies without cents exactly', () => {
    const order = { ...(stored().order as NonNullable<StoredFacts['order']>), total: 9_007_199_254_740_991, creditApplied: 0 }
    expect(rendered('order_receipt', stored({ order })).text).toContain('€90,071,992,547,409.91')
    const shop = { ...stored().shop, currency: 'JPY' }
    expect(rendered('order_receipt', stored({ shop })).text).toContain('¥11,230')
  })
})

describe('A mail', () => {
  it('has the times of the zone of the shop', () => {
    expect(rendered('renewal_notice', inLanguage('de')).subject).toBe('Ihr Abonnement verlängert sich am 1. April 2027')
  })

  it('of a payment that failed says when it is tried again, or that it is not', () => {
    expect(rendered('payment_failed', stored()).text.replace(/\s+/g, ' ')).toContain('We will try again on April 3, 2027.')
    const { nextTryAt: _, ...changes } = stored().changes
    expect(rendered('payment_failed', stored({ changes })).text.replace(/\s+/g, ' ')).toContain('We will not try again.')
  })

  it('in a language without words is in English', () => {
    expect(rendered('shipped', inLanguage('fr-FR')).subject).toBe('Your order 115 is on its way')
  })

  it('has one line of subject, whatever a name has', () => {
    const shop = { ...stored().shop, name: 'Alder\r\nBcc: other@example.net' }
    expect(rendered('order_receipt', stored({ shop })).subject).toBe('Your order 115 at Alder Bcc: other@example.net')
  })

  it('keeps markup and placeholders of names as text', () => {
    const customer = { name: '<img src=x> {{ total }}' }
    const { html, text } = rendered('shipped', stored({ customer }))
    expect(text).toContain('Hello <img src=x> {{ total }},')
    expect(html).toContain('Hello &#60;img src=x&#62; {{ total }},')
  })
})

describe('Placeholders', () => {
  it.each([
    ['{{ ordr }}', 'has {{ ordr }}, which is no placeholder; did you mean {{ order }}?'],
    ['{{ lines }}', 'has {{ lines }}, which is no placeholder of this mail: it may have {{ order }}, {{ total }}.'],
    ['{{ order', 'has a placeholder that is not closed: it is written {{ order }}.'],
    ['Order {{order}} of {{ total }}', undefined],
  ])('%s', (text, fault) => expect(placeholderFault(text, ['order', 'total'])).toBe(fault))

  it('are filled in once', () => {
    expect(filled('{{ order }} {{total}}', { order: '{{ total }}', total: '1' })).toBe('{{ total }} 1')
  })
})

it('Facts of an event without content are empty', () => {
  expect(factsOf(stored({ changes: {} }))).toMatchObject({ lines: [], moreLines: 0, amount: null, card: null, date: null })
})
