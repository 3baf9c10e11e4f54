/** The examples of the document's schemas: each fits the schema that it is an example of. */
import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../../src/resources/openapi.ts'
import { compilerOf } from '../support/declared-answers.ts'

const document = await openapiDocument()
const compiler = compilerOf(document, false)
const examples = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
  (examples as unknown[]).map((example) => ({ name, example })),
)

describe('The examples', () => {
  it('show most records', () => {
    expect(examples.length).toBeGreaterThan(40)
  })

  // Where one does not, the rows have changed since: `npm run examples` makes them again.
  it.each(examples)('fit what is declared: $name', ({ name, example }) => {
    const validate = compiler.getSchema(name)
    expect({ fits: validate?.(example), errors: validate?.errors }).toEqual({ fits: true, errors: null })
  })
})
