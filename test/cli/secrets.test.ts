/** `tandem secrets reseal`: secrets move to the present key, those that are sealed with none that is set stay, and doctor tells of both. */
import { randomBytes } from 'node:crypto'
import { describe, expect, inject, it, vi } from 'vitest'
import { gatewayAccounts } from '../../src/payments/accounts.ts'
import { readSealingKey, type SealingKeys } from '../../src/values/sealed.ts'
import { runCommand } from '../support/command.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'

const { db, url } = await openStore({ isEmbedded: false, isApart: true })

const [first, second, lost] = Array.from({ length: 3 }, () => randomBytes(32).toString('base64')) as [string, string, string]
const keysOf = (key: string): SealingKeys => ({ present: readSealingKey(key) as SealingKeys['present'] })
const secrets = (storeId: number) => ({ secretKey: `sk_test_${storeId}`, webhookSecrets: ['whsec_one'] })

async function account(storeId: number, key: string): Promise<void> {
  const sealed = gatewayAccounts(db, keysOf(key)).seal(BigInt(storeId), 'stripe', secrets(storeId))
  const data = { publishableKey: 'pk', isLive: false, secrets: sealed, updatedAt: new Date() }
  const where = { storeId_gateway: { storeId: BigInt(storeId), gateway: 'stripe' } }
  await db.gatewayAccount.upsert({ where, create: { storeId: BigInt(storeId), gateway: 'stripe', ...data }, update: data })
}

/** Runs `tandem …` with these keys. */
async function tandem(env: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await inSight(() => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    return runCommand({ DATABASE_URL: url }, args)
  })
  return { code, out, err }
}

const rotated = { SECRETS_KEY: second, SECRETS_KEY_PREVIOUS: first }
const findings = async (env: Record<string, string>) =>
  (JSON.parse((await tandem(env, 'doctor', '--json')).out) as { findings: { kind: string; accounts?: number }[] }).findings
    .filter(({ kind }) => kind.startsWith('secrets'))
    .map(({ kind, accounts }) => [kind, accounts])

// The embedded database of a test is open in this process.
describe.skipIf('dataDir' in inject('template'))('tandem secrets reseal', () => {
  it('moves secrets to the present key, once; doctor tells of those that are left', async () => {
    await account(1, first)
    await account(2, second)
    expect(await findings(rotated)).toEqual([['secrets_previous', 1]])
    const { code, out } = await tandem(rotated, 'secrets', 'reseal', '--json')
    expect({ code, answer: JSON.parse(out) }).toEqual({ code: 0, answer: { resealed: ['store 1 at stripe'], unreadable: [] } })
    expect(await findings(rotated)).toEqual([])
    const accounts = gatewayAccounts(db, keysOf(second))
    expect(await accounts.find(1n, 'stripe')).toMatchObject(secrets(1))
    expect(await accounts.find(2n, 'stripe')).toMatchObject(secrets(2))
    expect((await tandem(rotated, 'secrets', 'reseal')).out).toBe(
      '0 accounts are sealed anew. All are sealed with SECRETS_KEY; SECRETS_KEY_PREVIOUS is needed no more.',
    )
  })

  it('leaves what it cannot open, says so, and goes on', async () => {
    await account(1, lost)
    await account(2, first)
    expect(await findings(rotated)).toEqual([
      ['secrets_previous', 1],
      ['secrets_unknown', 1],
    ])
    const { code, out } = await tandem(rotated, 'secrets', 'reseal')
    expect(code).toBe(1)
    expect(out).toContain('The secrets of store 1 at stripe were sealed with the key ')
    expect(out).toContain('1 accounts are sealed anew, and 1 are not.')
    expect(await findings(rotated)).toEqual([['secrets_unknown', 1]])
    expect(await gatewayAccounts(db, keysOf(lost)).find(1n, 'stripe')).toMatchObject(secrets(1))
  })

  it('needs SECRETS_KEY', async () => {
    expect(await tandem({}, 'secrets', 'reseal')).toMatchObject({
      code: 1,
      err: expect.stringContaining('SECRETS_KEY is not set'),
    })
  })
})
