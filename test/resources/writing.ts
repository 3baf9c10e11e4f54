/** Runs a write on either surface in one form. */
import { expect } from 'vitest'
import { statusOf } from '../../src/http/status.ts'
import type { ErrorCode } from '../../src/values/errors.ts'
import type { As, Store } from '../support/store.ts'
import { tables } from '../writes/tables.ts'

/** A request body in JSON. */
export const json = (body: unknown): RequestInit => ({ body: JSON.stringify(body) })

/** A request body as a form. */
export const form = (body: string): RequestInit => ({
  body,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

export type UserError = { code: ErrorCode; field: string | null; message: string }

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into by tests that know their shape
export type Payload = { record: any; userErrors: UserError[] }

/** Runs a mutation with an input and answers its payload; `shows` is the selection of the record. */
export async function mutate(store: Store, name: string, input: object, shows = '', as?: As): Promise<Payload> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const query = `mutation Write($input: ${type}!) { ${name}(input: $input) { ${shows} userErrors { code field message } } }`
  const { data, errors } = await store.graphql(query, { input }, as)
  expect(errors).toEqual([])
  const { userErrors, ...records } = data[name]
  return { record: Object.values(records)[0], userErrors }
}

/** A sentence in the contract's words as GraphQL says it. */
export const inGraphqlWords = (sentence: string): string =>
  sentence.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => name.replace(/_(.)/g, (_found, letter: string) => letter.toUpperCase()))

/** One write asked for on both surfaces, either of which may be left out. */
export type Asked = { rest?: [request: string, init?: RequestInit]; graphql?: [name: string, input: object]; as?: As }

/**
 * Checks that a write is refused on both surfaces with the same words, each in its own spelling of names, and leaves every table as it was.
 *
 * @param because the sentence that REST adds to a message of the contract.
 */
export async function expectRefused(
  store: Store,
  asked: Asked,
  code: ErrorCode,
  message: string,
  because?: string,
): Promise<void> {
  const before = await tables(store.db)
  if (asked.rest) {
    const [request, init] = asked.rest
    const { status, body } = await (asked.as ? store.rest(request, asked.as, init) : store.rest(request, store.merchant, init))
    expect({ status, body }).toEqual({
      status: statusOf[code],
      body: { errors: because === undefined ? [message] : [message, because] },
    })
  }
  if (asked.graphql) {
    const { userErrors } = await mutate(store, ...asked.graphql, '', asked.as ?? store.merchant)
    expect(userErrors).toEqual([{ code, field: userErrors[0]?.field, message: inGraphqlWords(message) }])
  }
  expect(await tables(store.db)).toEqual(before)
}
