/** The examples of the document: each fits the schema of what it is an example of. */
import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../../src/resources/openapi.ts'
import { checkDeclared } from '../support/declared-answers.ts'

const { paths } = await openapiDocument()
type Media = { content?: { 'application/json'?: { example?: unknown } } }
const examples = Object.entries(paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).flatMap(([method, { responses }]) =>
    Object.entries(responses as Record<string, Media>).flatMap(([status, { content }]) => {
      const example = content?.['application/json']?.example
      return example === undefined ? [] : [{ path, method: method.toUpperCase(), status: Number(status), example }]
    }),
  ),
)

describe('The examples', () => {
  it('are there for most operations', () => {
    expect(examples.length).toBeGreaterThan(40)
  })

  // Where one does not, the rows have changed since: `npm run examples` makes them again.
  it.each(examples)('fit what is declared: $method $path', async ({ path, method, status, example }) => {
    await checkDeclared(method, path.replace(/\{\w+\}/g, '1'), { status, headers: new Headers(), text: JSON.stringify(example) })
  })
})
