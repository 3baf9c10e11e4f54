/** Coupons of before codes were matched in any case, and what the database keeps of codes since. */
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { caseKey } from '../../src/values/case-key.ts'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { openMigrated } from './migrated.ts'

// In the order of their ids; the third was made first.
const codes = ['Summer', 'winter', 'SUMMER', 'summer', 'Ärger', 'ärger']
const made = ['2026-01-02', '2026-01-02', '2026-01-01', '2026-01-02', '2026-01-02', '2026-01-02']

const db = await openMigrated('_coupon_codes_in_any_case', async (session: Session) => {
  for (const store of [1, 2]) {
    await session.query(`INSERT INTO store (name, host, created_at) VALUES ('Old', 'old${store}', now())`)
    for (const [index, code] of codes.entries()) {
      await session.query(
        `INSERT INTO coupon (id, store_id, code, name, discount_type, discount_value, created_at) VALUES ($1, $2, $3, '', 'percent', 10, $4)`,
        [index + 1, store, code, made[index]],
      )
    }
  }
})

const add = (code: string, storeId = 1n) =>
  db.coupon.create({ data: { id: 100n, storeId, code, name: '', discountType: 'percent', discountValue: 10, createdAt: today } })
const taken = { code: 'P2002' }
const rows = async (storeId = 1n) => {
  const coupons = await db.coupon.findMany({ where: { storeId }, orderBy: { id: 'asc' } })
  return coupons.map(({ code, codeKey, codeRepetition }) => [code, codeKey, codeRepetition])
}

describe('Coupons of before', () => {
  it('keep the code they share, numbered from the oldest, in each store by itself', async () => {
    const expected = [
      ['Summer', 'summer', 1],
      ['winter', 'winter', 0],
      ['SUMMER', 'summer', 0],
      ['summer', 'summer', 2],
      ['Ärger', 'Ärger', 0],
      ['ärger', 'ärger', 0],
    ]
    for (const storeId of [1n, 2n]) expect(await rows(storeId)).toEqual(expected)
    expect(codes.map(caseKey)).toEqual(expected.map(([, key]) => key))
  })

  it('share it with no new one, whatever the case; in another store it is free', async () => {
    for (const code of ['SumMer', 'Winter']) await expect(add(code)).rejects.toMatchObject(taken)
    await expect(db.coupon.update({ where: ofStore(2n), data: { code: 'sUMMER' } })).rejects.toMatchObject(taken)
    const { id } = await db.store.create({ data: { name: 'New', host: 'new', createdAt: today } })
    await add('Winter', id)
  })

  it('may take another case, and when one gives the code up the others still hold it', async () => {
    const repetitions = async () => (await rows()).map(([, , repetition]) => repetition)
    await db.coupon.update({ where: ofStore(4n), data: { code: 'sUmmer' } })
    expect(await repetitions()).toEqual([1, 0, 0, 2, 0, 0])
    await db.coupon.update({ where: ofStore(3n), data: { code: 'spring' } })
    expect(await repetitions()).toEqual([0, 0, 0, 2, 0, 0])
    await expect(add('SUMMER')).rejects.toMatchObject(taken)
    await db.coupon.delete({ where: ofStore(1n) })
    expect(await repetitions()).toEqual([0, 0, 0, 0, 0])
    await expect(add('SUMMER')).rejects.toMatchObject(taken)
    await db.coupon.update({ where: ofStore(4n), data: { code: 'autumn' } })
    await add('SUMMER')
    // The other store is as it was.
    expect((await rows(2n)).map(([, , repetition]) => repetition)).toEqual([1, 0, 0, 2, 0, 0])
  })
})
