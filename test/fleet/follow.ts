/** Listeners to events: streams that are opened again where they ended, and an endpoint for webhooks. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hear } from '../events/stream.ts'
import { type Heard, verified } from '../webhooks/receiver.ts'
import { credential } from './client.ts'

const pauseMilliseconds = 250

export type Follower = {
  /** The sequences it has heard so far, in their order. */
  sequences(): number[]
  /** How each stream but the last ended. */
  ends: string[]
  end(): Promise<void>
}

/** Follows the events behind a sequence; whenever its stream ends, it comes back with the last id. */
export function follow(port: number, after: number): Follower {
  const before: number[] = []
  let now: () => number[] = () => []
  const ends: string[] = []
  const ending = Promise.withResolvers<'over'>()
  let isEnding = false
  let last: string | undefined

  async function follow(): Promise<void> {
    const headers = last === undefined ? undefined : { 'Last-Event-ID': last }
    const heard = await hear({ port }, { as: credential, variables: { after }, ...(headers && { headers }) })
    now = heard.sequences
    const how = heard.status === 200 ? await Promise.race([heard.over, ending.promise]) : `answer ${heard.status}`
    heard.hangUp()
    before.push(...heard.sequences())
    now = () => []
    last = heard.messages.findLast(({ id }) => id !== undefined)?.id ?? last
    if (how !== 'over') ends.push(how)
    if (heard.status !== 200) await sleep(pauseMilliseconds)
  }

  async function work(): Promise<void> {
    while (!isEnding) {
      await follow().catch(async (error: Error) => {
        ends.push(error.message)
        await sleep(pauseMilliseconds)
      })
    }
  }
  const working = work()
  return {
    sequences: () => [...before, ...now()],
    ends,
    async end() {
      isEnding = true
      ending.resolve('over')
      await working
    },
  }
}

export type Endpoint = {
  url: string
  heard: Heard[]
  /** The events by their sequence, as far as their signature is right, with the ids of their deliveries. */
  events(secret: string): Map<number, Set<string>>
  end(): void
}

/** An endpoint of webhooks on the loopback address. */
export async function endpoint(): Promise<Endpoint> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    heard.push({ id: String(request.headers['webhook-id']), body, headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    events(secret) {
      const ids = new Map<number, Set<string>>()
      for (const each of heard) {
        const event = verified(secret, each) as { sequence: number } | undefined
        if (event) ids.set(event.sequence, (ids.get(event.sequence) ?? new Set()).add(each.id))
      }
      return ids
    },
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}
