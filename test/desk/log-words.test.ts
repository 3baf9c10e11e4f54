/** The log of a record as the Desk shows it: words, amounts and days, and no field is lost. */
import { beforeEach, describe, expect, it } from 'vitest'
import { setShop } from '../../src/desk/page/format.ts'
import { shownChanges, shownRefusal } from '../../src/desk/page/parts/log-words.ts'

const shown = (changes: unknown) => shownChanges(changes).map(({ label, from, to }) => [label, from, to])

describe('The log', () => {
  beforeEach(() => setShop({ currency: 'USD', timeZone: 'America/New_York' }))

  it.each<[changes: object, label: string, from: string | undefined, to: string]>([
    [{ status: { from: 'past_due', to: 'active' } }, 'Status', 'Past due', 'Active'],
    [{ autorenew: { from: true, to: false } }, 'Renews by itself', 'yes', 'no'],
    [{ isGift: { from: false, to: true } }, 'Gift', 'no', 'yes'],
    [{ fixedPrice: { from: null, to: 1250 } }, 'Agreed price', 'nothing', '$12.50'],
    [{ total_tax: { from: 0, to: 88 } }, 'Total tax', '$0.00', '$0.88'],
    [{ creditEntryId: { from: null, to: 12 } }, 'Credit entry', 'nothing', '12'],
    [{ quantity: { from: 1, to: 3 } }, 'Quantity', '1', '3'],
    [{ tags: { from: [], to: ['vip', 'gift'] } }, 'Tags', 'nothing', 'vip, gift'],
    [{ note: { from: '', to: 'active' } }, 'Note', 'nothing', 'active'],
    [
      { order: { from: null, to: { id: 96, total: 4200, charged: 0 } } },
      'Order',
      'nothing',
      'id 96, total $42.00, charged $0.00',
    ],
    [{ fulfillments: { from: null, to: { 7: 'cancelled' } } }, 'Fulfillments', 'nothing', '7 cancelled'],
    [{ payment: { from: null, to: { state: 'waiting', amount: 500 } } }, 'Payment', 'nothing', 'state Waiting, amount $5.00'],
    [{ reason: 'The last try' }, 'Reason', undefined, 'The last try'],
    [{ a_new_thing: { from: { x: [1] }, to: {} } }, 'A new thing', 'x 1', 'nothing'],
  ])('shows %j', (changes, label, from, to) => {
    expect(shown(changes)).toEqual([[label, from, to]])
  })

  it('shows days and times in the zone of the shop', () => {
    const [date, moment] = shownChanges({
      endDate: { from: null, to: '2026-11-20T03:15:16Z' },
      clock_now: { from: null, to: '2026-11-20T03:15:16Z' },
    })
    expect(date).toMatchObject({ label: 'Next date', to: expect.stringMatching(/^(?=.*19)(?!.*:)/) })
    expect(moment).toMatchObject({ label: 'The shop’s time', to: expect.stringMatching(/19.*10:15/) })
  })

  it('shows every field, and nothing of what is none', () => {
    expect(
      shownChanges(Object.fromEntries(Array.from({ length: 9 }, (_, place) => [`field${place}`, { to: place }]))),
    ).toHaveLength(9)
    expect([null, 'text', 3].map(shownChanges)).toEqual([[], [], []])
  })

  it('names the field of a refused write', () => {
    expect(shownRefusal('end_date must not lie in the past.')).toBe('Next date must not lie in the past.')
    const sentence = 'The role read_only lacks the scope write_customers.'
    expect(shownRefusal(sentence)).toBe(sentence)
  })
})
