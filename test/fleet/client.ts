/** A client as it should be: it gives each write an Idempotency-Key, and sends what failed once more, under the same. */
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export const credential = 'Bearer demo.demo-secret'

const answerMilliseconds = 60_000
const pauseMilliseconds = 500

export type Asked = { name: string; surface: 'REST' | 'GraphQL'; method: string; path: string; body?: object; key?: string }

type Answer = { status: number; text: string }

export type Sent = {
  asked: Asked
  began: number
  ended: number
  /** How the first try failed, if it did. */
  failure?: string
  /** The last answer, or undefined where the connection broke twice. */
  answer: Answer | undefined
}

export const read = (path: string): Asked => ({ name: `GET ${path}`, surface: 'REST', method: 'GET', path })
export const restWrite = (name: string, method: string, path: string, body: object): Asked => {
  return { name, surface: 'REST', method, path, body, key: randomUUID() }
}
export const graphqlRead = (query: string): Asked => {
  return { name: query, surface: 'GraphQL', method: 'POST', path: '/graphql', body: { query } }
}
export const graphqlWrite = (name: string, input: object, shown: string): Asked => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${shown} userErrors { code message } } }`
  return { name, surface: 'GraphQL', method: 'POST', path: '/graphql', body: { query, variables: { input } }, key: randomUUID() }
}

export type Client = {
  /** Sends a request, and once more where the connection broke or the answer was 5xx. */
  send(asked: Asked): Promise<Sent>
  sent: Sent[]
  end(): void
}

/** A client of the proxy at a port, which keeps its connections. */
export function clientOf(port: number): Client {
  const agent = new Agent({ keepAlive: true })
  const sent: Sent[] = []
  const once = (asked: Asked) => ask(port, agent, asked)
  return {
    sent,
    async send(asked) {
      const began = performance.now()
      const first = await once(asked).catch((error: Error) => error.message)
      const failure = failureOf(first)
      if (failure) await sleep(pauseMilliseconds)
      const last = failure ? await once(asked).catch((error: Error) => error.message) : first
      const answer = typeof last === 'string' ? undefined : last
      const done = { asked, began, ended: performance.now(), answer, ...(failure && { failure }) }
      sent.push(done)
      return done
    },
    end: () => agent.destroy(),
  }
}

const failureOf = (answer: Answer | string): string | undefined => {
  if (typeof answer === 'string') return answer
  return answer.status >= 500 ? `${answer.status} ${answer.text.slice(0, 200)}` : undefined
}

function ask(port: number, agent: Agent, { method, path, body, key }: Asked): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    Authorization: credential,
    Accept: 'application/json',
    ...(body && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
  }
  const asking = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: answerMilliseconds })
  asking.once('error', reject)
  asking.once('timeout', () => void asking.destroy(new Error('It was not answered in time.')))
  asking.once('response', (response: IncomingMessage) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => (text += part))
    response.once('error', reject)
    response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
  })
  asking.end(body && JSON.stringify(body))
  return promise
}

/**
 * The outcome of a request: it was done, or is said to be under way still, as the repeat of a payment that was cut off is until the
 * payment is cleared up; anything else is a fault.
 */
export function outcomeOf({ asked, answer }: Sent): 'done' | 'under way' | 'failed' {
  if (!answer || answer.status >= 500) return 'failed'
  if (asked.surface === 'REST') return answer.status === 409 ? 'under way' : answer.status < 300 ? 'done' : 'failed'
  const { data, errors } = JSON.parse(answer.text)
  if (errors) return errors[0].extensions?.code === 'IDEMPOTENCY_KEY_IN_USE' ? 'under way' : 'failed'
  const payload = asked.key ? data[asked.name] : undefined
  return payload && payload.userErrors.length > 0 ? 'failed' : 'done'
}
