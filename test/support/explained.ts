/** How PostgreSQL runs the first statement that work sends, planned for any values and without sequential scans, as for a large table. */
import type { openStore } from './store.ts'

/** @param store whose statements are heard. @returns the plan, a line a node. */
export async function explained(store: Awaited<ReturnType<typeof openStore>>, work: () => Promise<unknown>): Promise<string> {
  const [text = ''] = await store.statements(work)
  const values = Array(Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))).fill('NULL')
  return store.db.$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan')
    await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off')
    await tx.$executeRawUnsafe(`PREPARE explained AS ${text}`)
    const rows = await tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN EXECUTE explained(${values.join(', ')})`)
    await tx.$executeRawUnsafe('DEALLOCATE explained')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
