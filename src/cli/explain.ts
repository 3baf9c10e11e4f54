/** `tandem explain`: the statements that an operation reads by, each with PostgreSQL's plan for it and the time it took. */
import { readFile } from 'node:fs/promises'
import { type DocumentNode, getOperationAST, parse, validate } from 'graphql'
import type { CustomerViewer, Viewer } from '../auth/viewer.ts'
import type { Db } from '../db/connect.ts'
import type { ReadRows } from '../db/pool.ts'
import { run } from '../graphql/run.ts'
import { contextInProcess } from '../in-process.ts'
import { OperatorError } from '../operator-errors.ts'
import { schema } from '../resources/schema.ts'
import { readId } from '../values/id.ts'
import { json, OperatorCommand } from './command.ts'
import { checkCustomer, say, withDatabase } from './operate.ts'

type ExplainOptions = {
  document: string
  store: string
  customer?: string
  variables: string
  operation?: string
  json?: boolean
}

type Explained = { text: string; values: readonly unknown[]; plan: string[] }

export const explainCommand = new OperatorCommand('explain')
  .description('run a query as somebody of a store would, and show each of its statements with its plan and time')
  .requiredOption('--document <file>', 'a GraphQL document')
  .requiredOption('--store <id>', 'the store')
  .option('--customer <id>', 'as this customer; as a merchant who may do everything, unless given')
  .option('--variables <json>', 'the variables', '{}')
  .option('--operation <name>', 'which operation of the document, where it has several')
  .option(...json)
  .action(async (options: ExplainOptions) => {
    const document = await readDocument(options)
    const variableValues = readVariables(options.variables)
    await withDatabase(async (db) => {
      const explained: Explained[] = []
      const asked = contextInProcess({ db, viewer: await viewerOf(db, options), now: new Date() })
      const context = { ...asked, rows: explaining(db.rows, explained) }
      const { errors } = await run(schema, { document, operationName: options.operation, variableValues }, context)
      if (options.json) say(JSON.stringify({ statements: explained, errors: errors ?? [] }))
      else for (const each of explained) say(`${each.text}\n${valuesOf(each)}\n${each.plan.join('\n')}\n`)
      const [error] = errors ?? []
      if (error) throw new OperatorError(error.message)
    })
  })

async function readDocument({ document: file, operation }: ExplainOptions): Promise<DocumentNode> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new OperatorError(`--document ${file} cannot be read (${code}).`)
  })
  const document = parsed(text)
  const [fault] = validate(schema, document)
  if (fault) throw new OperatorError(fault.message)
  const definition = getOperationAST(document, operation)
  if (!definition) throw new OperatorError('Give the name of one of its operations with --operation.')
  if (definition.operation !== 'query') throw new OperatorError('Only queries are explained: a write would be done by it.')
  return document
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text)
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}

function readVariables(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new OperatorError('--variables must be a JSON object.')
}

/** Reads, and has PostgreSQL explain each statement before. */
const explaining =
  (rows: ReadRows, explained: Explained[]): ReadRows =>
  async (text, values) => {
    const plan = await rows(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values)
    explained.push({ text, values, plan: plan.map(([line]) => line ?? '') })
    return rows(text, values)
  }

const valuesOf = ({ values }: Explained): string =>
  values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`).join('\n')

async function viewerOf(db: Db, { store, customer }: ExplainOptions): Promise<Viewer> {
  const storeId = readId('--store', store)
  const customerId = customer === undefined ? undefined : readId('--customer', customer)
  const found = await db.store.findUnique({ where: { id: storeId }, select: { currency: true, hasTestClock: true } })
  if (!found) throw new OperatorError(`There is no store ${storeId}. See: npm run tandem -- store list`)
  const choices = { storeId, ...found, pageBase: null }
  if (customerId === undefined)
    return { ...choices, role: 'merchant', clientId: 'operator', scopes: ['*'], stillOpens: () => true }
  await checkCustomer(db, storeId, customerId)
  return { ...choices, role: 'customer', customerId } as CustomerViewer
}
