/** The connection of the transaction that the current work is in: what is sent over it is part of the transaction, and nothing is sent after its end. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { currentWork } from './cancel.ts'
import { type Client, measuredBy, type ReadRows, readOver, unbounded } from './connection.ts'
import type { Ask } from './statements.ts'

/** The connection of a transaction, from when it is taken until the transaction ends. */
type HeldConnection = { client?: Client | undefined }

const current = new AsyncLocalStorage<HeldConnection>()

/**
 * Runs work that is one transaction.
 *
 * @param work is given what reads over the connection of the transaction: what that has done so far is seen.
 */
export function onConnection<T>(work: (rows: ReadRows) => Promise<T>): Promise<T> {
  const held: HeldConnection = {}
  const rows: ReadRows = async (text, values, bound = unbounded) => {
    const client = clientOf(held)
    return measuredBy(currentWork(), () => readOver(client, text, '', values, bound))
  }
  return current.run(held, () => work(rows))
}

/** The function that asks statements over the connection of the current work's transaction; undefined outside of `onConnection`. */
export function askOfTransaction(): Ask | undefined {
  const held = current.getStore()
  return held && (async (statement) => clientOf(held).query(statement))
}

/**
 * The connection of a transaction. Once it ends, as when it has taken too long, nothing is sent any more: it would stand outside of the
 * transaction, or in that of another request.
 */
function clientOf({ client }: HeldConnection): Client {
  if (!client) throw new TransactionIsOver()
  return client
}

/** The error of a statement that comes after the end of its transaction, with Prisma's code for it. */
class TransactionIsOver extends Error {
  readonly code = 'P2028'
  override message = 'The transaction is over.'
}

const endings: ReadonlySet<unknown> = new Set(['COMMIT', 'ROLLBACK'])

/** Holds a connection for the current work's transaction until that ends; outside of `onConnection` it stays as it is. */
export function heldByTransaction(connecting: Promise<Client>): Promise<Client> {
  const held = current.getStore()
  return held ? connecting.then((client) => hold(held, client)) : connecting
}

function hold(held: HeldConnection, client: Client): Client {
  const { query, release } = client
  held.client = client
  const asked = query as (statement: string | { text: string }, ...others: unknown[]) => unknown
  client.query = ((statement, ...others) => {
    if (endings.has(typeof statement === 'string' ? statement : statement.text)) held.client = undefined
    return asked(statement, ...others)
  }) as typeof asked as Client['query']
  client.release = (error) => {
    held.client = undefined
    client.query = query
    release(error)
  }
  return client
}
