/** Sends single requests over kept-alive connections and says how long each took. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Sent = { status: number; headers: IncomingHttpHeaders; body: string; milliseconds: number }

export type Message = { method: string; path: string; headers: Record<string, string>; body?: Buffer | string | undefined }

const answerWithinMilliseconds = 30_000

/**
 * Makes the function that sends requests to a server.
 *
 * @param connections that are kept open at most.
 * @returns a function that throws when no answer comes.
 */
export function sender(address: string, connections: number): (message: Message) => Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  async function send(message: Message, began = performance.now()): Promise<Sent> {
    const { method, path, body } = message
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const headers = { ...message.headers, ...length }
    const outgoing = request(`${address}${path}`, { agent, method, headers, timeout: answerWithinMilliseconds })
    try {
      return await new Promise<Sent>((resolve, reject) => {
        outgoing.once('response', (answer) => {
          answer.toArray().then((parts) => {
            const text = Buffer.concat(parts).toString('utf8')
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: text,
              milliseconds: performance.now() - began,
            })
          }, reject)
        })
        outgoing.once('timeout', () => outgoing.destroy(new Error(`No answer within ${answerWithinMilliseconds / 1000} s.`)))
        outgoing.once('error', reject)
        outgoing.end(body)
      })
    } catch (error) {
      // The server had just closed a connection that was idle.
      if (outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return send(message, began)
      throw error
    }
  }
  return (message) => send(message)
}
