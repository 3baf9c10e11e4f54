/** Listens to a live operation over the network, as a browser's EventSource reads it. */
import { request } from 'node:http'
import type { Listening } from '../http/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is sent is looked into by tests that know its shape
export type Message = { event: string; id: string | undefined; data: any }

export type Heard = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** All that has come so far. */
  text: () => string
  messages: Message[]
  /** The sequences of the events in them. */
  sequences: () => number[]
  /** Waits until something holds of it. */
  until: (holds: () => boolean, milliseconds?: number) => Promise<void>
  /** Ends when nothing more comes; whether the server said so before. */
  over: Promise<'ended' | 'broken'>
  /** Reads no further for now, or again. */
  pause(): void
  resume(): void
  hangUp(): void
}

export type Listen = { as?: string; query?: string; variables?: object; headers?: Record<string, string> }

export const everything =
  'subscription ($after: WholeNumber, $types: [EventType!]) { events(after: $after, types: $types) { lastSequence nodes { sequence type } } }'

/** Opens a stream, and answers when its headers are there. */
export function hear(
  { port }: Pick<Listening, 'port'>,
  { as = '', query = everything, variables = {}, headers = {} }: Listen,
): Promise<Heard> {
  const sent = { Accept: 'text/event-stream', 'Content-Type': 'application/json', ...(as && { Authorization: as }), ...headers }
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers: sent, agent: false })
    asked.once('error', reject)
    asked.end(JSON.stringify({ query, variables }))
    asked.once('response', (response) => {
      const parts: string[] = []
      let rest = ''
      const messages: Message[] = []
      const waiting = new Set<() => void>()
      const { promise: over, resolve: end } = Promise.withResolvers<'ended' | 'broken'>()
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        parts.push(part)
        rest += part
        // A message that is not all there yet is not looked through.
        if (!part.includes('\n')) return
        const blocks = rest.split('\n\n')
        rest = blocks.pop() ?? ''
        messages.push(...blocks.flatMap((block) => messageOf(block) ?? []))
        for (const look of waiting) look()
      })
      response.once('end', () => end('ended'))
      response.once('error', () => end('broken'))
      response.once('close', () => end('broken'))
      asked.on('error', () => {})
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => parts.join(''),
        messages,
        sequences: () =>
          messages.flatMap(({ data }) => (data?.data?.events.nodes ?? []).map(({ sequence }: { sequence: number }) => sequence)),
        until: (holds, milliseconds = 20_000) => {
          const { promise, resolve: found, reject: give } = Promise.withResolvers<void>()
          const look = () => {
            if (!holds()) return
            waiting.delete(look)
            clearTimeout(timer)
            found()
          }
          const timer = setTimeout(() => give(new Error(`It never came; there was ${parts.join('').slice(-500)}`)), milliseconds)
          waiting.add(look)
          look()
          return promise
        },
        over,
        pause: () => response.pause(),
        resume: () => response.resume(),
        hangUp: () => asked.destroy(),
      })
    })
  })
}

/** A message as the standard of server-sent events has it read; a comment is none. */
function messageOf(block: string): Message | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*: ?/, '')]))
  const data = fields.get('data')
  if (data === undefined) return undefined
  return { event: fields.get('event') ?? 'message', id: fields.get('id'), data: data && JSON.parse(data) }
}
