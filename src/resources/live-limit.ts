/** Limits how many live records one customer has: a token in a shop's page must not fill its store. */
import type { ModelName } from '../db/shape.ts'
import { inWords } from '../schema/wording.ts'
import { badInput } from '../values/errors.ts'
import type { Write } from '../writes/write.ts'

/** The refusal of a record beyond the limit. */
export const tooMany = (model: ModelName, most: number) =>
  badInput(`The customer has ${most} live ${inWords(model)} records, the most there may be; archive or remove one first.`)

/**
 * Refuses one more live record of a customer who has as many as there may be. The customer is locked by then, so that the count holds until the
 * write ends.
 *
 * @param live the condition of the records that count.
 */
export async function checkRoom(
  write: Write,
  model: ModelName,
  { customerId }: { customerId: bigint },
  { most, live }: { most: number; live: object },
): Promise<void> {
  if ((await write.count(model, { customerId, ...live })) >= most) throw tooMany(model, most)
}
