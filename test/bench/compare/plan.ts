/** How PostgreSQL carries out a statement that the product has just sent. */
import { withSession } from '../../../src/db/connect.ts'

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] }

/**
 * The nodes of the plan that read a table, for the product's last statement that counts; the plan is the generic one, which
 * a prepared statement ends up with.
 *
 * @returns texts such as `Index Only Scan using subscription_pkey`.
 * @throws Error when no such statement is seen, or it is too long for PostgreSQL to remember.
 */
export async function countPlan(url: string, table: string): Promise<string[]> {
  return withSession(url, async ({ query, exec }) => {
    const { rows } = await query(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE '%count(%' AND query LIKE '%' || $1 || '%'
       ORDER BY query_start DESC LIMIT 1`,
      [table],
    )
    const text = (rows[0] as { query: string } | undefined)?.query
    if (text === undefined) throw new Error(`No statement that counts ${table} was seen.`)
    const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const values = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'NULL').join(', ')})`
    await exec('SET plan_cache_mode = force_generic_plan')
    await exec(`PREPARE counted AS ${text}`)
    const { rows: explained } = await query(`EXPLAIN (FORMAT JSON) EXECUTE counted${values}`)
    const plans = explained[0]?.['QUERY PLAN'] as { Plan: Node }[]
    const nodes = plans.flatMap(({ Plan }) => all(Plan)).filter((node) => node['Relation Name'] === table)
    return nodes.map((node) => `${node['Node Type']}${node['Index Name'] ? ` using ${node['Index Name']}` : ''}`)
  })
}

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)]
