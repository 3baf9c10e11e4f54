/**
 * The least that a server can do: node:http, `pg`, and one prepared statement whose JSON text goes out as it is. It asks for
 * no credential and checks nothing. With DATA_DIR it asks PGlite instead, in the same way.
 */
import { createServer, type ServerResponse } from 'node:http'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { constant, statements } from './statements.ts'

const { DATABASE_URL, DATA_DIR, STORE = '1', PORT } = process.env

/** As many as requests are under way unless asked otherwise: with four or eight it was slower on a busy machine. */
const connections = 16

type Ask = (name: string, text: string, values: string[]) => Promise<string>

const ask = DATA_DIR ? await overPglite(DATA_DIR) : overPostgres()

function overPostgres(): Ask {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: connections, options: '-c random_page_cost=1.1' })
  return async (name, text, values) => {
    const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' })
    return rows[0]?.[0] ?? 'null'
  }
}

async function overPglite(dataDir: string): Promise<Ask> {
  const pglite = await PGlite.create(dataDir)
  await pglite.exec('SET random_page_cost = 1.1')
  for (const [name, { text }] of Object.entries(statements)) await pglite.exec(`PREPARE "${name}" AS ${text}`)
  return async (name, _text, values) => {
    // A prepared statement saves the planning, which takes longer than all the rest. The values are numbers or times.
    const given = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
    const { rows } = await pglite.query<[string]>(`EXECUTE "${name}"(${given})`, [], { rowMode: 'array' })
    return rows[0]?.[0] ?? 'null'
  }
}

const send = (response: ServerResponse, status: number, text: string) =>
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
    .end(text)

const server = createServer((request, response) => {
  const [target = '', store = STORE] = request.url?.split('?store=') ?? []
  const [, name = '', rest = ''] = target.split('/')
  const statement = statements[name]
  if (!statement) return send(response, 200, constant)
  ask(name, statement.text, statement.values(store, rest)).then(
    (text) => send(response, 200, text),
    (error) => send(response, 500, JSON.stringify(String(error))),
  )
})
server.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
