/**
 * The parts of pg that its types do not name and statements of ours use: where it keeps the names of prepared statements, and how a
 * query of another kind speaks to its connection. A release of pg that changes one of them breaks its test.
 */
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { TextRow } from '../../src/db/text-query.ts'
import { TextQuery } from '../../src/db/text-query.ts'
import { openStore } from '../support/store.ts'

const { url } = await openStore()

type Inside = {
  connection: Record<string, unknown> & { parse(...given: unknown[]): void }
  processID: unknown
  secretKey: unknown
}
const insideOf = (client: pg.Client) => client as unknown as Inside

describe('A connection of pg', () => {
  it.each(['parsedStatements', 'submittedNamedStatements'])('keeps the names of prepared statements in %s', (name) => {
    expect(insideOf(new pg.Client()).connection[name]).toEqual({})
  })

  it.each(['parse', 'bind', 'execute', 'close', 'sync'])('is spoken to by %s', (name) => {
    expect(insideOf(new pg.Client()).connection[name]).toBeTypeOf('function')
  })

  it('sends several messages as one packet', () => {
    expect(insideOf(new pg.Client()).connection.stream).toMatchObject({
      cork: expect.any(Function),
      uncork: expect.any(Function),
    })
  })
})

describe.runIf(url)('A statement of our own', async () => {
  const client = new pg.Client(url)
  if (url) await client.connect()
  afterAll(() => client.end())
  const inside = insideOf(client)
  const bound = { characters: 100, error: () => new Error('too long') }
  const ask = (text: string, name: string, values: unknown[]) =>
    new Promise<TextRow[]>((resolve, reject) => {
      client.query(new TextQuery(text, name, values, bound, (error, rows) => (error ? reject(error) : resolve(rows))))
    })

  it('is parsed once under its name, which pg keeps when PostgreSQL has parsed it', async () => {
    const parse = vi.spyOn(inside.connection, 'parse')
    const text = 'SELECT $1::text, $2::text[]'
    expect(await ask(text, 'kept', ['a', ['b"', null]])).toEqual([['a', '{"b\\"",NULL}']])
    expect(await ask(text, 'kept', ['c', []])).toEqual([['c', '{}']])
    expect(parse).toHaveBeenCalledTimes(1)
    expect(inside.connection).toMatchObject({ parsedStatements: { kept: text }, submittedNamedStatements: {} })
    // pg's own queries look there too.
    expect((await client.query({ name: 'kept', text, values: ['d', []] })).rows).toHaveLength(1)
    expect(parse).toHaveBeenCalledTimes(1)
  })

  it('that PostgreSQL refuses is kept under no name', async () => {
    await expect(ask('SELECT nothing', 'refused', [])).rejects.toThrow('nothing')
    expect(inside.connection).toMatchObject({ submittedNamedStatements: {} })
    expect(inside.connection.parsedStatements).not.toHaveProperty('refused')
    await expect(ask("SELECT repeat('x', 101)", '', [])).rejects.toThrow('too long')
    expect(await ask('SELECT 1', '', [])).toEqual([['1']])
  })

  it('can be cancelled by what pg knows of its connection', () => {
    expect(inside).toMatchObject({ processID: expect.any(Number), secretKey: expect.any(Number) })
  })
})
