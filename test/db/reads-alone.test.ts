/** A server that only reads, and has nothing to do of itself, never loads what Prisma makes statements with. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, inject, it } from 'vitest'
import { signCustomerToken } from '../../src/auth/customer-token.ts'
import { openStore } from '../support/store.ts'

const isEmbedded = 'dataDir' in inject('template')
const { db, url = '', customerId } = await openStore({ isApart: true })

const root = resolve(import.meta.dirname, '../..')
const merchant = 'Bearer demo.demo-secret'

/** Tells when it is loaded. */
const telling = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => {
  if (url.includes('query_compiler')) console.log('loads Prisma')
  return next(url, context)
} })`

it.skipIf(isEmbedded)('loads it with the first write', async () => {
  // Renewals of the demo store that are due by now would be written at once.
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  const { token } = await signCustomerToken(db, { storeId: 1n, customerId }, new Date())
  const hooks = `data:text/javascript,${encodeURIComponent(telling)}`
  const child = spawn(process.execPath, ['--import', hooks, 'src/launch.js', '--with-parent', 'src/server.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' },
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  try {
    await expect.poll(() => output.text, { timeout: 30_000 }).toContain('Tandem is listening')
    const address = /http:\/\/localhost:\d+/.exec(output.text)?.[0]
    const ask = async (path: string, headers: Record<string, string>, init: RequestInit = {}) => {
      const response = await fetch(`${address}${path}`, { ...init, headers: { ...headers, 'Content-Type': 'application/json' } })
      const text = await response.text()
      return response.ok && !text.includes('"errors"') ? 'answered' : text
    }
    const post = (query: string) =>
      ask('/graphql', { Authorization: merchant }, { method: 'POST', body: JSON.stringify({ query }) })
    const [from, to] = [2, 9].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const forecast = `{ renewalForecast(from: "${from}", to: "${to}") { count } }`
    expect(await post('{ orders { totalCount nodes { customer { name } } } }')).toBe('answered')
    expect(await post(forecast)).toBe('answered')
    expect(await ask('/v1/subscriptions/?limit=2', { Authorization: merchant, Origin: 'https://shop.example' })).toBe('answered')
    expect(await ask('/v1/store/api/shipments/', { Authorization: `Bearer ${token}` })).toBe('answered')
    expect(await ask('/readyz', {})).toBe('answered')
    // The worker, the sender and the sequencer look once a second.
    await new Promise((done) => setTimeout(done, 2_500))
    expect(output.text).not.toContain('loads Prisma')
    const body = JSON.stringify({ note: 'The first write' })
    expect(await ask('/v1/subscriptions/1/', { Authorization: merchant }, { method: 'PUT', body })).toBe('answered')
    expect(output.text).toContain('loads Prisma')
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
