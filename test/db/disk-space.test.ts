/** A disk that fills up: the embedded database takes reads only, says so once, and writes again when there is room. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { demoKeys } from '../../prisma/seed/demo.ts'
import { clockOf } from '../../src/db/clock.ts'
import { checkDiskSpace, watchDiskSpace } from '../../src/db/embedded/disk-space.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { createApp } from '../../src/start/app.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { today } from '../support/template.ts'

const template = inject('template')
const mebibyte = 1_048_576

describe('Space on the disk', () => {
  it('is told when it runs short and when there is enough again, once each time', async () => {
    let free = 100
    const told: string[] = []
    const has = async (mebibytes: number) => {
      free = mebibytes
      const space = watchDiskSpace({
        minimum: 64 * mebibyte,
        freeBytes: async () => free * mebibyte,
        warn: (line) => told.push(line),
      })
      return space.isEnough()
    }
    expect(await Promise.all([has(64), has(63.9), has(0)])).toEqual([true, false, false])
    expect(told).toEqual(
      ['63', '0'].map(
        (figure) => `${figure} MiB are free on the disk of the embedded database, less than 64 MiB: it takes reads only.`,
      ),
    )
  })

  it('is what it was when it was last seen, while the disk does not answer', async () => {
    const answers = [Promise.resolve(100 * mebibyte), new Promise<number>(() => {})]
    let looked = 0
    const freeBytes = () => answers[Math.min(looked++, 1)] as Promise<number>
    const space = watchDiskSpace({ minimum: 64 * mebibyte, freeBytes, warn: () => {} })
    expect([await space.isEnough(), await space.isEnough(36 * mebibyte), await space.isEnough(37 * mebibyte)]).toEqual([
      true,
      true,
      false,
    ])
    await sleep(260)
    expect(await Promise.all([space.isEnough(), space.isEnough()])).toEqual([true, true])
    expect(looked).toBe(2)
  })

  it('is looked for before a new database is made', () => {
    expect(() => checkDiskSpace('.data', 128 * mebibyte, 128 * mebibyte)).not.toThrow()
    expect(() => checkDiskSpace('.data', 128 * mebibyte, 38.5 * mebibyte)).toThrow(
      'A new database in .data needs 128 MiB of room on its disk; there are 38 MiB. Make room, or choose another directory with DATA_DIR.',
    )
  })
})

describe.skipIf(!('dataDir' in template))('A store on a disk that fills up', async () => {
  if (!('dataDir' in template)) return
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-room-'))
  copyToDirectory(template.dataDir, dataDir)
  let free = 1_000
  const told: string[] = []
  const options = { freeBytes: async () => free * mebibyte, warn: (sentence: string) => void told.push(sentence) }
  const open = () => openEmbedded({ dataDir, minFreeBytes: 64 * mebibyte }, options)
  let { db, close, fault } = await open()
  afterAll(async () => {
    await close()
    rmSync(dataDir, { recursive: true })
  })
  const failures: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) }
  const newApp = () =>
    createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true, databaseFault: () => fault?.() })
  let app = newApp()
  const [key] = demoKeys
  const Authorization = `Bearer ${key.clientId}.${key.secret}`

  const ask = async (path: string, method = 'GET', body?: object, headers = {}) => {
    const init = {
      method,
      headers: { Authorization, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, init))
    return { status: response.status, retryAfter: response.headers.get('Retry-After'), body: await response.json() }
  }
  const write = (note: string, headers?: object) => ask('/v1/subscriptions/1/', 'PUT', { note }, headers)
  const mutate = (note: string) =>
    ask('/graphql', 'POST', {
      query: 'mutation ($note: String) { updateSubscription(input: { id: 1, note: $note }) { userErrors { message } } }',
      variables: { note },
    })
  const note = async () => (await ask('/v1/subscriptions/1')).body.note
  const isReadOnly = async () => {
    const [row] = await db.$queryRaw<{ setting: string }[]>`SELECT current_setting('transaction_read_only') AS setting`
    return row?.setting === 'on'
  }
  /** Waits until the room is looked at again, since that is done only now and then. */
  const fill = async (mebibytes: number, wanted: boolean) => {
    free = mebibytes
    await expect.poll(isReadOnly).toBe(wanted)
  }
  const sentence = 'The database is read-only: it takes no writes.'

  it('refuses writes with 503 and Retry-After on both surfaces, with a key and without, and answers reads', async () => {
    expect((await write('with room')).status).toBe(200)
    await fill(10, true)
    for (let repeat = 1; repeat <= 3; repeat += 1) {
      const refused = { status: 503, retryAfter: '1', body: { errors: [sentence] } }
      expect(await write('no room')).toEqual(refused)
      expect(await write('no room', { 'Idempotency-Key': 'no-room' })).toEqual(refused)
      const { body, ...mutation } = await mutate('no room')
      expect(body.errors).toEqual([expect.objectContaining({ message: sentence, extensions: { code: 'UNAVAILABLE' } })])
      expect(mutation.status === 503 ? mutation.retryAfter : '1').toBe('1')
      expect(await note()).toBe('with room')
    }
    const short = '10 MiB are free on the disk of the embedded database, less than 64 MiB: it takes reads only.'
    expect(told).toEqual([short])
    expect(failures).toEqual([])
    expect(await ask('/readyz')).toMatchObject({ status: 503, body: { errors: [short] } })
  })

  it('writes again when there is room, with the very key that was refused', async () => {
    await fill(70, true)
    await fill(80, false)
    expect((await write('room again', { 'Idempotency-Key': 'no-room' })).status).toBe(200)
    expect((await mutate('and again')).body.data.updateSubscription.userErrors).toEqual([])
    expect(await note()).toBe('and again')
    expect(told.splice(0)).toEqual([
      expect.any(String),
      '80 MiB are free on the disk of the embedded database: it takes writes again.',
    ])
  })

  it('lets a write end that has begun', async () => {
    const done = db.$transaction(async (tx) => {
      await tx.store.update({ where: { id: 2n }, data: { name: 'begun' } })
      free = 10
      await new Promise((tick) => setTimeout(tick, 300))
      await tx.store.update({ where: { id: 2n }, data: { name: 'ended' } })
    })
    await done
    expect((await db.store.findUnique({ where: { id: 2n } }))?.name).toBe('ended')
    expect(await isReadOnly()).toBe(true)
  })

  it('can be opened while the disk is full, and read', async () => {
    await close()
    ;({ db, close, fault } = await open())
    app = newApp()
    expect(await note()).toBe('and again')
    expect((await write('no room')).status).toBe(503)
  })
})
