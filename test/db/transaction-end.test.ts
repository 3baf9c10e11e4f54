/** Nothing of a transaction's work is sent once it is over: it would stand by itself. */
import { expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../src/db/transaction.ts'
import { openStore } from '../support/store.ts'

const { db } = await openStore()

const nameOf = async () => (await db.store.findUniqueOrThrow({ where: { id: 1n } })).name
const rename = (tx: Tx) => tx.$executeRaw`UPDATE store SET name = 'late' WHERE id = 1`
const isOver = { code: 'P2028' }

it('refuses a statement that comes after its end', async () => {
  let ended: Tx | undefined
  await inTransaction(db, async (tx) => {
    ended = tx
  })
  await expect(rename(ended as Tx)).rejects.toMatchObject(isOver)
  await expect((ended as Tx).$queryRaw`SELECT 1`).rejects.toMatchObject(isOver)
})

it('refuses a statement that comes while it is undone', async () => {
  const before = await nameOf()
  const late = Promise.withResolvers<unknown>()
  const undone = inTransaction(db, async (tx) => {
    void tx.$queryRaw`SELECT pg_sleep(0.2)::text`.then(() => rename(tx)).then(late.resolve, late.reject)
    throw new Error('undone')
  })
  await Promise.all([expect(undone).rejects.toThrow('undone'), expect(late.promise).rejects.toMatchObject(isOver)])
  expect(await nameOf()).toBe(before)
})

it('undoes what a statement by hand did before Prisma failed, and the other way round', async () => {
  const before = await nameOf()
  const byHandFirst = inTransaction(db, async (tx) => {
    await rename(tx)
    await tx.store.update({ where: { id: -1n }, data: { name: 'never' } })
  })
  await expect(byHandFirst).rejects.toMatchObject({ code: 'P2025' })
  const prismaFirst = inTransaction(db, async (tx) => {
    await tx.store.update({ where: { id: 1n }, data: { name: 'late' } })
    expect(await tx.$queryRaw`SELECT name FROM store WHERE id = 1`).toEqual([{ name: 'late' }])
    await tx.$queryRaw`SELECT 1 / 0`
  })
  await expect(prismaFirst).rejects.toMatchObject({ code: '22012' })
  expect(await nameOf()).toBe(before)
})
