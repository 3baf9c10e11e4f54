/** The form of every refusal, whatever was wrong. */
import { expect } from 'vitest'

// Stack traces, places of files, what a database or its client says, and words that only our code knows.
const inside =
  /\bat \w+ \(|node_modules|\/work\/|file:\/\/|\.ts\b|\bSELECT\b|\bWHERE\b|prisma|postgres|pglite|TypeError|RangeError|ReferenceError|undefined|\[object|P2\d{3}|22P0\d/i

/** Checks that an answer shows nothing of our inside. */
export function expectNothingInside(body: unknown): void {
  expect(JSON.stringify(body)).not.toMatch(inside)
  expect(JSON.stringify(body)).not.toContain('Internal error')
}

const codes = [
  'BAD_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_LARGE',
  'TOO_COMPLEX',
  'UNSUPPORTED_MEDIA',
]

/** Checks that a GraphQL answer is a refusal in our words, with a code of the schema's own list. */
export function expectRefusal(body: { errors?: { message: string; extensions?: { code?: string } }[] }): void {
  expect(body.errors?.length).toBeGreaterThan(0)
  for (const error of body.errors ?? []) {
    expect(codes).toContain(error.extensions?.code)
    expect(error.message.length).toBeGreaterThan(5)
    expect(error.message.length).toBeLessThan(2_000)
  }
  expectNothingInside(body)
}
