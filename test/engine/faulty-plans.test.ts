/** A valid document that cannot be planned is a fault of ours: the log can name it, and its client hears nothing of the inside. */
import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { parseDocument } from '../../src/graphql/documents.ts'
import { createEngine } from '../../src/graphql/engine.ts'
import type { Streams } from '../../src/graphql/open-streams.ts'
import { run } from '../../src/graphql/run.ts'
import { DocumentFault } from '../../src/read/plan/document-fault.ts'
import { hashOf } from '../../src/values/hash.ts'
import { contextOf, merchant, schema } from './library.ts'

const books = (schema.getQueryType() as GraphQLObjectType).getFields().books as { extensions: object }

describe('A document that cannot be planned', () => {
  it.each([
    ['', '{ books { totalCount } }'],
    [', also one of many lines', `${'\n'.repeat(300)}{ books { totalCount } }`],
  ])('is reported by its hash, and answered as an internal error%s', async (_which, text) => {
    const { extensions } = books
    const { context, statements, faults } = contextOf(merchant)
    try {
      books.extensions = {}
      const { data, errors } = await run(schema, { document: parseDocument(text, defaultLimits) }, context)
      expect(data).toBeUndefined()
      expect(errors).toMatchObject([{ message: 'Internal error', extensions: { code: 'INTERNAL' } }])
    } finally {
      books.extensions = extensions
    }
    expect(faults).toMatchObject([{ message: expect.stringContaining(hashOf(text)), cause: expect.any(Error) }])
    expect(statements).toEqual([])
  })
})

describe('A document that cannot be judged', () => {
  it('is a fault that names its hash, each time it comes', () => {
    const limits = {
      ...defaultLimits,
      get aliases(): number {
        throw new Error('no limit')
      },
    }
    const engine = createEngine({ schema, limits, showsSchema: true, streams: {} as Streams })
    const text = '{ books { totalCount } }'
    const fault = new DocumentFault(text, 'cannot be read', new Error('no limit'))
    expect(fault.message).toContain(hashOf(text))
    for (const _time of [1, 2]) expect(() => engine.prepare(text, { charge() {} })).toThrow(fault)
  })
})
