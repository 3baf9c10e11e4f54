/** Opening the store with a merchant key: free when warm, telling nothing when refused, and over soon after it is revoked. */
import { afterAll, describe, expect, test } from 'vitest'
import { type KeyPair, merchantKeys } from '../../src/auth/merchant-key.ts'
import { clockOf } from '../../src/db/clock.ts'
import { createKey, revokeKey, rotateKey } from '../../src/resources/merchant-keys/storage.ts'
import { createApp } from '../../src/start/app.ts'
import { readOverlap } from '../../src/values/overlap.ts'
import { hearStatements, openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1000)
const { db, ...store } = await openStore({ now })
const log = { info: () => {}, warn: () => {}, error: ({ err }: { err?: unknown }) => console.error(err) }
const others = createApp({ db, clock: clockOf(now), log, pageBase: 0, isEmbedded: true })

const recorded: string[] = []
afterAll(hearStatements(db, (sql) => void recorded.push(sql)))

/** Every statement that work causes, credentials and all. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  await settled()
  recorded.length = 0
  await work()
  await settled()
  return [...recorded]
}

// Prisma announces a statement a moment after its answer.
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

const newKey = () => db.$transaction((tx) => createKey(tx, { storeId: 1n, name: null, scopes: ['read_orders'] }, now()))
const change = (clientId: string, work: (...held: Parameters<typeof revokeKey>) => Promise<unknown>) =>
  db.$transaction(async (tx) => {
    return work(tx, await tx.merchantKey.findUniqueOrThrow({ where: { clientId } }), now())
  })
const rotated = async (clientId: string, overlap: number) => {
  let secret = ''
  await change(clientId, async (tx, key, time) => {
    secret = (await rotateKey(tx, key, readOverlap(overlap), time)).secret
  })
  return secret
}

type Pair = { clientId: string; secret: string }
const bearer = ({ clientId, secret }: Pair) => ({ Authorization: `Bearer ${clientId}.${secret}` })
// Answering this takes no statement, so that all there are were caused by the credential.
const request = (pair: Pair): RequestInit => ({
  method: 'POST',
  headers: { ...bearer(pair), 'Content-Type': 'application/json' },
  body: '{"query":"{ __typename }"}',
})
const ask = (pair: Pair) => store.fetch('/graphql', request(pair))
const askOthers = (pair: Pair) => others.fetch(new Request('http://localhost/graphql', request(pair)))
/** The answers of the two instances. */
const both = async (pair: Pair) => [(await ask(pair)).status, (await askOthers(pair)).status]

describe('Basic', () => {
  test.each([
    ['as it is written', 200, 'ZGVtbzpkZW1vLXNlY3JldA=='],
    ['without its padding', 401, 'ZGVtbzpkZW1vLXNlY3JldA'],
    ['with too little of it', 401, 'ZGVtbzpkZW1vLXNlY3JldA='],
    ['with bits left over', 401, 'ZGVtbzpkZW1vLXNlY3JldB=='],
    ['with a sign that does not belong', 401, 'ZGVt!bzpkZW1vLXNlY3JldA=='],
    ['with something behind it', 401, 'ZGVtbzpkZW1vLXNlY3JldA==AAAA'],
    ['that is no UTF-8', 401, Buffer.from([...Buffer.from('demo:'), 0xff]).toString('base64')],
  ])('%s is %i', async (_what, status, value) => {
    const response = await store.fetch('/v1/orders/?limit=1', { headers: { Authorization: `Basic ${value}` } })
    expect(response.status).toBe(status)
    if (status === 401) expect(await response.text()).toContain('Authorization takes Basic with client id and secret')
  })
})

describe('A key', () => {
  test('costs one statement, and then none', async () => {
    const key = await newKey()
    expect(await statements(() => ask(key))).toHaveLength(1)
    expect(await statements(() => ask(key))).toEqual([])
    seconds += 4
    expect(await statements(() => ask(key))).toEqual([])
    seconds += 1
    expect(await statements(() => ask(key))).toHaveLength(1)
  })

  test('is kept in memory however many wrong ones come', async () => {
    const key = await newKey()
    // Below the app, which would soon refuse to listen to so many.
    const check = merchantKeys(db)
    const letIn = async (pair: KeyPair) => check(pair, now(), async () => {})
    await letIn(key)
    for (let place = 0; place < 1_100; place += 1) {
      const wrong = { clientId: `tk_${place}`, secret: key.secret }
      await expect(letIn(wrong)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    await expect(letIn({ ...key, secret: 'wrong' })).rejects.toThrow()
    expect(await statements(() => letIn(key))).toEqual([])
  })

  test('is read anew when the clock was set back', async () => {
    const key = await newKey()
    await ask(key)
    seconds -= 3_600
    expect(await statements(() => ask(key))).toHaveLength(1)
    seconds += 3_600
  })
})

const refusal = 'The client id or secret is not right.'

describe('An unknown client, a wrong secret and a revoked key', () => {
  test('hear the same and cost the same, also while the right secret is in memory', async () => {
    const good = await newKey()
    const gone = await newKey()
    await change(gone.clientId, revokeKey)
    await ask(good)
    const answers = []
    for (const pair of [
      { clientId: 'tk_nobody', secret: good.secret },
      { ...good, secret: `${good.secret}x` },
      { ...good, secret: '' },
      gone,
      { ...good, clientId: gone.clientId },
    ]) {
      let answer: Response | undefined
      const cost = await statements(async () => {
        answer = await ask(pair)
      })
      answers.push({
        cost,
        status: answer?.status,
        body: await answer?.text(),
        challenge: answer?.headers.get('www-authenticate'),
      })
    }
    expect(answers[0]).toMatchObject({ status: 401, body: expect.stringContaining(refusal) })
    expect(answers[0]?.cost).toHaveLength(1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('a hash is of no use on another key', async () => {
    const one = await newKey()
    const other = await newKey()
    const { secretHash } = await db.merchantKey.findUniqueOrThrow({ where: { clientId: one.clientId } })
    await db.merchantKey.update({ where: { clientId: other.clientId }, data: { secretHash } })
    expect(await both({ ...other, secret: one.secret })).toEqual([401, 401])
    expect(await both(one)).toEqual([200, 200])
  })
})

describe('On every instance', () => {
  test('a revoked key is over within five seconds', async () => {
    const key = await newKey()
    expect(await both(key)).toEqual([200, 200])
    await change(key.clientId, revokeKey)
    seconds += 5
    expect(await both(key)).toEqual([401, 401])
  })

  test('a new secret works at once, the one before until its overlap is over', async () => {
    const key = await newKey()
    expect(await both(key)).toEqual([200, 200])
    const secret = await rotated(key.clientId, 60)
    expect([await both({ ...key, secret }), await both(key)].flat()).toEqual([200, 200, 200, 200])
    seconds += 59
    expect(await both(key)).toEqual([200, 200])
    seconds += 1
    expect([await both({ ...key, secret }), await both(key)].flat()).toEqual([200, 200, 401, 401])
  })

  test('a secret replaced without an overlap is over within five seconds', async () => {
    const key = await newKey()
    expect(await both(key)).toEqual([200, 200])
    const secret = await rotated(key.clientId, 0)
    seconds += 5
    expect([await both(key), await both({ ...key, secret })].flat()).toEqual([401, 401, 200, 200])
  })
})
