/** Notifications of other processes arrive, also after the connection was lost. */
import { afterAll, describe, expect, inject, it } from 'vitest'
import { withSession } from '../../src/db/connect.ts'
import { listenOn } from '../../src/db/notifications.ts'

const template = inject('template')

describe.skipIf('dataDir' in template)('Whoever listens', () => {
  const url = 'server' in template ? template.server : ''
  const channel = `notifications_${process.pid}`
  const heard: (string | undefined)[] = []
  const end = listenOn(url, channel, (payload) => void heard.push(payload))
  afterAll(end)

  const notify = (payload: string) => withSession(url, ({ query }) => query('SELECT pg_notify($1, $2)', [channel, payload]))
  const lose = () =>
    withSession(url, ({ query }) =>
      query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN "${channel}"' AND pid <> pg_backend_pid()`,
      ),
    )

  it('is told to look when it begins, and then what was notified', async () => {
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([undefined])
    await notify('1')
    await expect.poll(() => heard).toEqual([undefined, '1'])
  })

  it('is told to look again when the connection was lost, for what it has missed', async () => {
    const { rows } = await lose()
    expect(rows).toHaveLength(1)
    await notify('2')
    await expect.poll(() => heard.filter((payload) => payload === undefined), { timeout: 10_000 }).toHaveLength(2)
    await notify('3')
    await expect.poll(() => heard.at(-1)).toBe('3')
  })
})
