/** Which notices of a renewal are due, at the second. */
import { describe, expect, it } from 'vitest'
import { dueNotice, isLongTerm, markedDays } from '../../src/resources/subscriptions/due/notice-rules.ts'
import { addDays } from '../../src/values/calendar.ts'

const endDate = new Date('2026-06-30T09:00:00Z')
type Row = Parameters<typeof dueNotice>[0]
const renewing: Row = {
  ...{ status: 'active', autorenew: true, isGift: false, paymentUnderWay: false, endDate, renewalNoticedFor: null },
}

/** So many days before the end, and so many seconds later. */
const daysBefore = (days: number, seconds = 0) => new Date(addDays(endDate, -days).getTime() + seconds * 1_000)
/** The note of a notice that another one follows. */
const noted = (days: number) => addDays(endDate, -(markedDays + days))

const due = (row: Partial<Row>, now: Date, days = 3, isLong = true) => dueNotice({ ...renewing, ...row }, now, days, isLong)
const given = (noticedFor: Date) => ({ noticedFor, isGiven: true })

describe('A term', () => {
  it.each([
    [5, 1, null, false],
    [6, 1, null, true],
    [1, 6, null, true],
    [1, 12, null, true],
    [1, 5, null, false],
    [25, 0, 1, false],
    [26, 0, 1, true],
    [1, 0, 26, true],
  ])('of %i cycles of %i months or %j weeks is a long one: %s', (numCycles, rebillMonths, rebillWeeks, isLong) => {
    expect(isLongTerm({ term: { numCycles }, billing: { rebillMonths, rebillWeeks } })).toBe(isLong)
  })
})

describe('The notice of a long term', () => {
  it.each([
    ['a second before 30 days', null, daysBefore(30, -1), undefined],
    ['at 30 days', null, daysBefore(30), given(noted(30))],
    ['after the one of 30 days', noted(30), daysBefore(7, -1), undefined],
    ['at 7 days', noted(30), daysBefore(7), given(noted(7))],
    ['a second before 3 days', noted(7), daysBefore(3, -1), undefined],
    ['at 3 days', noted(7), daysBefore(3), given(endDate)],
    ['once all are given', endDate, daysBefore(1), undefined],
    ['at 7 days where none was given', null, daysBefore(7), given(noted(7))],
    ['a second before the end where none was given', null, daysBefore(0, -1), given(endDate)],
    ['once the renewal is due', null, endDate, undefined],
    ['that was given for another date', addDays(endDate, -31), daysBefore(30), given(noted(30))],
  ])('%s', (_when, renewalNoticedFor, now, expected) => expect(due({ renewalNoticedFor }, now)).toEqual(expected))

  it('is the last one at the earliest of the store’s own days, and is one where these are the same', () => {
    expect(due({}, daysBefore(30), 30)).toEqual(given(noted(30)))
    expect(due({ renewalNoticedFor: noted(30) }, daysBefore(7), 30)).toEqual(given(endDate))
    expect(due({}, daysBefore(60), 60)).toEqual(given(noted(60)))
    expect(due({ renewalNoticedFor: noted(60) }, daysBefore(30), 60)).toEqual(given(noted(30)))
    expect(due({}, daysBefore(7), 7)).toEqual(given(endDate))
  })

  it('is not given where the store has chosen none, nor of a subscription that does not renew', () => {
    expect(due({}, daysBefore(7), 0)).toBeUndefined()
    const others: Partial<Row>[] = [{ status: 'suspended' }, { autorenew: false }, { isGift: true }, { paymentUnderWay: true }]
    for (const row of others) expect(due(row, daysBefore(7))).toBeUndefined()
  })
})

describe('The notice of a short term', () => {
  it('is given once, at the store’s days', () => {
    expect(due({}, daysBefore(3, -1), 3, false)).toBeUndefined()
    expect(due({}, daysBefore(3), 3, false)).toEqual(given(endDate))
    expect(due({}, daysBefore(30), 14, false)).toBeUndefined()
  })

  it('is only noted where it was given while the term was a long one', () => {
    expect(due({ renewalNoticedFor: noted(14) }, daysBefore(13), 14, false)).toEqual({ noticedFor: endDate, isGiven: false })
    expect(due({ renewalNoticedFor: noted(30) }, daysBefore(14), 14, false)).toEqual(given(endDate))
  })
})
