/** Every hostile request the benchmark knows is refused with the right code; how fast, `npm run bench -- hostile` shows. */
import { expect, it } from 'vitest'
import { statusOf } from '../../src/http/status.ts'
import { attacks } from '../bench/attacks.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

it.each(attacks.map((attack) => [attack.title, attack] as const))('%s: refused', async (_title, attack) => {
  const { method, path, body, contentType = 'application/json', code, atField } = attack
  const headers = { Authorization: store.merchant, ...(body !== undefined && { 'Content-Type': contentType }) }
  const response = await store.fetch(path, { method, headers, ...(body !== undefined && { body }) })
  const answer = (await response.json()) as { errors: (string | { extensions: { code: string } })[] }
  expect(response.status, JSON.stringify(answer).slice(0, 300)).toBe(atField ? 200 : statusOf[code])
  for (const error of answer.errors) if (typeof error !== 'string') expect(error.extensions.code).toBe(code)
  expect(answer.errors.length).toBeGreaterThan(0)
  expect(answer.errors.length).toBeLessThan(22)
})
