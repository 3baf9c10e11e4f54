/** A store's list of allowed origins, changed the same way by its mutations and by the operator's commands. */
import { lockRow, type Tx } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { checkRoom, readOrigin } from './rules.ts'

export type Listed = { id: bigint; origin: string; isNew: boolean }

/**
 * Adds an origin to a store's list; one that is there already stays as it is.
 *
 * @throws Refusal BAD_INPUT when it is no origin or the list is full, NOT_FOUND when there is no such store.
 */
export async function addOrigin(tx: Tx, storeId: bigint, text: string, now: Date): Promise<Listed> {
  const origin = readOrigin(text)
  // Held so that two at once neither pass the limit nor add the same one twice.
  if (!(await lockRow(tx, 'store', { id: storeId }))) throw notFound(`There is no store ${storeId}.`)
  const found = await tx.allowedOrigin.findUnique({
    where: { storeId_origin: { storeId, origin } },
    select: { id: true },
  })
  if (found) return { id: found.id, origin, isNew: false }
  checkRoom(await tx.allowedOrigin.count({ where: { storeId } }))
  const { id } = await tx.allowedOrigin.create({ data: { storeId, origin, createdAt: now }, select: { id: true } })
  return { id, origin, isNew: true }
}

/**
 * Takes an origin off a store's list and answers it.
 *
 * @throws Refusal NOT_FOUND when the store has no such origin.
 */
export async function removeOrigin(tx: Tx, storeId: bigint, which: { id: bigint } | { origin: string }): Promise<string> {
  const found = await lockRow<{ id: bigint; origin: string }>(tx, 'allowed_origin', { ...which, storeId })
  if (!found) throw notFound()
  await tx.allowedOrigin.delete({ where: { id: found.id }, select: { id: true } })
  return found.origin
}
