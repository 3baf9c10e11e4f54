/** A store's list of allowed origins, changed the same way by its mutations and by the operator's commands. */
import { lockRow, type Tx } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import type { Changes } from '../../writes/log.ts'
import { checkRoom } from './rules.ts'

type Listed = { id: bigint; changes: Changes; isNew: boolean }

/**
 * Adds an origin, as `readOrigin` answers it, to a store's list; one that is there already stays as it is.
 *
 * @throws Refusal BAD_INPUT when the list is full, NOT_FOUND when there is no such store.
 */
export async function addOrigin(tx: Tx, storeId: bigint, origin: string, now: Date): Promise<Listed> {
  // Held so that two at once neither pass the limit nor add the same one twice.
  if (!(await lockRow(tx, 'store', { id: storeId }))) throw notFound(`There is no store ${storeId}.`)
  const found = await tx.allowedOrigin.findUnique({
    where: { storeId_origin: { storeId, origin } },
    select: { id: true },
  })
  if (found) return { id: found.id, changes: {}, isNew: false }
  checkRoom(await tx.allowedOrigin.count({ where: { storeId } }))
  const { id } = await tx.allowedOrigin.create({ data: { storeId, origin, createdAt: now }, select: { id: true } })
  return { id, changes: { origin: { from: null, to: origin } }, isNew: true }
}

/**
 * Takes an origin off a store's list.
 *
 * @throws Refusal NOT_FOUND when the store has no such origin.
 */
export async function removeOrigin(
  tx: Tx,
  storeId: bigint,
  which: { id: bigint } | { origin: string },
): Promise<{ changes: Changes }> {
  const found = await lockRow<{ id: bigint; origin: string }>(tx, 'allowed_origin', { ...which, storeId })
  if (!found) throw notFound()
  await tx.allowedOrigin.delete({ where: { storeId_id: { storeId, id: found.id } }, select: { id: true } })
  return { changes: { origin: { from: found.origin, to: null } } }
}
