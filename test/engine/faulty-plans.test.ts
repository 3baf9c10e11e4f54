/** A valid document that cannot be planned is a fault of ours: the log can name it, and its client hears nothing of the inside. */
import { type GraphQLObjectType, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { run } from '../../src/graphql/run.ts'
import { hashOf } from '../../src/values/hash.ts'
import { contextOf, merchant, schema } from './library.ts'

const books = (schema.getQueryType() as GraphQLObjectType).getFields().books as { extensions: object }

describe('A document that cannot be planned', () => {
  it('is reported by its hash, and answered as an internal error', async () => {
    const text = '{ books { totalCount } }'
    const { extensions } = books
    const { context, statements, faults } = contextOf(merchant)
    try {
      books.extensions = {}
      const { data, errors } = await run(schema, { document: parse(text) }, context)
      expect(data).toBeUndefined()
      expect(errors).toMatchObject([{ message: 'Internal error', extensions: { code: 'INTERNAL' } }])
    } finally {
      books.extensions = extensions
    }
    expect(faults).toMatchObject([{ message: expect.stringContaining(hashOf(text)), cause: expect.any(Error) }])
    expect(statements).toEqual([])
  })
})
