/** A document that is refused is told the same each time it comes, and nothing is kept of it that leads to its fields. */
import { parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { refusedDocument } from '../../src/graphql/refused-document.ts'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../store.ts'

const store = await openStore()

const text = `query A { shoe }
mutation B($lace: Lace) { tie }
query A { __typename }`

it('Of a refused document its operations are kept, and the sentences and first five places of its errors', () => {
  const document = parse(text)
  const errors = validate(schema, document)
  const kept = refusedDocument(document, errors)
  expect(kept.errors.map((error) => error.toJSON())).toEqual(errors.map((error) => error.toJSON()))
  expect(kept.errors.map(({ nodes }) => nodes)).toEqual(errors.map(() => undefined))
  const operations = kept.document?.definitions.map((each) => 'operation' in each && [each.operation, each.name?.value])
  expect(operations).toEqual([
    ['query', 'A'],
    ['mutation', 'B'],
    ['query', 'A'],
  ])
  expect(JSON.stringify(kept.document)).not.toMatch(/shoe|lace|tie|__typename/)
  const many = parse(`query (${'$a: Int '.repeat(9)}) { __typename }`)
  const [twice] = refusedDocument(many, validate(schema, many)).errors
  expect(twice?.locations).toHaveLength(5)
})

it('A refused document is told the same each time it comes', async () => {
  const answerOf = async (operationName: string | undefined, method = 'POST') => {
    const init =
      method === 'POST'
        ? { method, body: JSON.stringify({ query: text, operationName }), headers: { 'Content-Type': 'application/json' } }
        : { method }
    const search = method === 'POST' ? '' : `?${new URLSearchParams({ query: text, operationName: operationName ?? '' })}`
    const response = await store.fetch(`/graphql${search}`, init)
    const { errors } = (await response.json()) as { errors: { message: string; locations?: object[] }[] }
    return { status: response.status, errors: errors.map(({ message, locations }) => [message, locations]) }
  }
  const wrong = [
    ['Cannot query field "shoe" on type "Query". Did you mean "store"?', [at(1, 11)]],
    ['Unknown type "Lace". Did you mean "Date" or "Label"?', [at(2, 19)]],
    ['Cannot query field "tie" on type "Mutation".', [at(2, 27)]],
    ['Variable "$lace" is never used in operation "B".', [at(2, 12)]],
    ['There can be only one operation named "A".', [at(1, 7), at(3, 7)]],
  ]
  const unclear = [['Could not determine what operation to execute.', undefined]]
  const posted = [['Can only perform a mutation operation from a POST request.', undefined]]
  for (const _time of ['first', 'second']) {
    expect(await answerOf('B')).toEqual({ status: 400, errors: wrong })
    expect(await answerOf(undefined)).toEqual({ status: 400, errors: unclear })
    expect(await answerOf('C')).toEqual({ status: 400, errors: unclear })
    expect(await answerOf('B', 'GET')).toEqual({ status: 405, errors: posted })
  }
})

const at = (line: number, column: number) => ({ line, column })
