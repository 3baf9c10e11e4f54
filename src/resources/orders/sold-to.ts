/** The instances that are sold to a writer. */
import type { Write } from '../../writes/write.ts'

/**
 * Leaves out the instances that are not sold to the writer: customers and visitors buy those of products on show alone.
 *
 * @param ids of all that are asked for, so that one that is hidden is looked for like one that is missing.
 */
export async function instancesFor<Instance extends { id: bigint }>(
  write: Write,
  ids: readonly bigint[],
  instances: readonly Instance[],
): Promise<readonly Instance[]> {
  if (write.viewer.role !== 'customer' && write.viewer.role !== 'visitor') return instances
  const shown = await write.findAll('ProductInstance', ids)
  return instances.filter(({ id }) => shown.has(id))
}
