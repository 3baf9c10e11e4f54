/** An endpoint on this machine that webhooks are sent to, and what it has heard. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'

/** A delivery at an endpoint. */
export type Heard = { id: string; body: string; headers: Record<string, string> }

type Answer = { status?: number; headers?: Record<string, string>; body?: string }

export type Receiver = {
  url: string
  heard: Heard[]
  /** The status of its answers; 200 unless set. */
  answer: (heard: Heard) => Answer | Promise<Answer>
  /** The sequences of the events it heard, in their order. */
  sequences: () => number[]
}

/** Starts an endpoint that ends with the test. */
export async function receiver(answer: Receiver['answer'] = () => ({})): Promise<Receiver> {
  const made: Receiver = { url: '', heard: [], answer, sequences: () => made.heard.map(({ body }) => JSON.parse(body).sequence) }
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    const heard = { id: String(request.headers['webhook-id']), body, headers: request.headers as Record<string, string> }
    made.heard.push(heard)
    const { status = 200, headers = {}, body: said = 'ok' } = await made.answer(heard)
    response.writeHead(status, headers).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return made
}

/** Verifies a delivery by the library of the specification: its content, or nothing where the signature is not by that secret. */
export function verified(secret: string, { body, headers }: Heard): unknown {
  try {
    return new Webhook(secret).verify(body, headers)
  } catch {
    return undefined
  }
}
