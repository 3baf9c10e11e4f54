/** `tandem explain`: the statements that an operation reads by, each with PostgreSQL's plan for it and the time it took. */
import { Option } from 'commander'
import { databaseClock } from '../db/clock.ts'
import type { ReadRows } from '../db/connection.ts'
import { contextInProcess } from '../in-process.ts'
import { openGateways } from '../payments/open.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import type { RunAsked } from './explain-input.ts'
import { viewerOf } from './merchant-of.ts'
import { say, withDatabase } from './operate.ts'

type ExplainOptions = {
  document?: string
  path?: string
  store: string
  customer?: string
  variables: string
  operation?: string
  json?: boolean
}

type Explained = { text: string; values: readonly unknown[]; plan: string[] }

export const explainCommand = new OperatorCommand('explain')
  .option('--document <file>', 'a GraphQL document; of its writes nothing stays, and their payloads are read')
  .addOption(
    new Option('--path <path>', "or a path of REST, such as '/v1/subscriptions/?status=active'").conflicts([
      'document',
      'variables',
      'operation',
    ]),
  )
  .requiredOption('--store <id>', 'the store')
  .option('--customer <id>', 'as this customer; as a merchant who may do everything, unless given')
  .option('--variables <json>', 'the variables', '{}')
  .option('--operation <name>', 'which operation of the document, where it has several')
  .option(...json)
  .action(async (options: ExplainOptions) => {
    const asked = await askedBy(options)
    await withDatabase(async (db) => {
      const explained: Explained[] = []
      const around = (rows: ReadRows) => explaining(rows, explained)
      const context = contextInProcess({
        db,
        gateways: openGateways(db, databaseClock),
        viewer: await viewerOf(db, options),
        now: new Date(),
      })
      const fault = await asked({ ...context, rows: around(db.rows), around })
      if (options.json) say(JSON.stringify({ statements: explained, errors: fault === undefined ? [] : [{ message: fault }] }))
      else for (const each of explained) say(`${each.text}\n${valuesOf(each)}\n${each.plan.join('\n')}\n`)
      if (!options.json && explained.length === 0 && fault === undefined) say('Nothing was read.')
      if (fault !== undefined) throw new OperatorError(fault)
    })
  })

async function askedBy({ document, path, ...options }: ExplainOptions): Promise<RunAsked> {
  // The whole interface, which takes a while to load.
  const { operationAsked, pathAsked } = await import('./explain-input.ts')
  if (document !== undefined) return operationAsked({ ...options, document })
  if (path !== undefined) return pathAsked(path)
  throw new OperatorError('Say what is asked for: --document with a file, or --path.')
}

/** Reads, and has PostgreSQL explain each statement before. */
const explaining =
  (rows: ReadRows, explained: Explained[]): ReadRows =>
  async (text, values, bound) => {
    const plan = await rows(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values)
    explained.push({ text, values, plan: plan.map(([line]) => line ?? '') })
    return rows(text, values, bound)
  }

const valuesOf = ({ values }: Explained): string =>
  values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`).join('\n')
