/** `tandem listen`: shows the events of a store as they come, asked of its server, and with `--forward` posts them like a webhook. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readListenKey } from '../config/config.ts'
import { OperatorError } from '../values/operator-error.ts'
import { shown } from '../values/text.ts'
import { type Outside, outsideOf, post } from '../webhooks/post.ts'
import { newSigningSecret, signedHeaders } from '../webhooks/signature.ts'
import { json, OperatorCommand } from './command.ts'
import { say } from './operate.ts'
import { promptSecret } from './secret-prompt.ts'

type ListenOptions = { url: string; key: string; types?: string; after?: string; forward?: string; json?: boolean }

/** As much of an event as a line shows. */
type HeardEvent = {
  sequence: number
  type: string
  created_at: string
  actor: string
  record_type: string | null
  record_id: number | null
}
type Heard = { results: HeardEvent[]; last_sequence: number; next: string | null }

const pauseMilliseconds = 250
const answerMilliseconds = 10_000

export const listenCommand = new OperatorCommand('listen')
  .option('--url <url>', 'where the server is', 'http://127.0.0.1:4000')
  .option('--types <types>', 'only events of these types, such as order.created,subscription.renewed')
  .option('--after <sequence>', 'begin behind this event; with what happens from now on unless given')
  .option('--forward <url>', 'post each there as well, signed like a webhook, such as http://127.0.0.1:3000/hook')
  .option(...json)
  .action(async (given: Omit<ListenOptions, 'key'>) => {
    const options = { ...given, key: readListenKey() ?? (await typedKey()) }
    const ending = new AbortController()
    const end = () => ending.abort()
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end)
    try {
      await listen(options, ending.signal)
    } finally {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, end)
    }
  })

/** The key as it is typed: on the command line every user of the machine could read it. */
async function typedKey(): Promise<string> {
  const { stdin: input, stderr: output } = process
  const key = input.isTTY ? await promptSecret('Key (client id:secret): ', { input, output }) : undefined
  if (key) return key.trim()
  throw new OperatorError(
    'Give a key with read_events in TANDEM_KEY, such as TANDEM_KEY=demo:demo-secret, or type it on a terminal.',
  )
}

/** Listens until the signal aborts. @throws OperatorError where the server cannot be asked, or refuses. */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  if (!/^[^:]+:.+$/.test(options.key)) throw new OperatorError('The key must be client id and secret, such as demo:demo-secret.')
  checkUrl('--url', options.url, 'http://127.0.0.1:4000')
  if (options.forward !== undefined) checkUrl('--forward', options.forward, 'http://127.0.0.1:3000/hook')
  const store = await storeOf(options)
  const forwarded = options.forward === undefined ? undefined : forwarding(options.forward)
  // With --json stdout has events alone; remarks go to stderr.
  const remark = options.json ? (text: string) => void process.stderr.write(`${text}\n`) : say
  if (forwarded) remark(`Signed with ${forwarded.secret}`)
  const types = options.types ? `&type__in=${encodeURIComponent(options.types)}` : ''
  let after = options.after ?? String(store.newest)
  let isSilent = false
  let hasBegun = false
  while (!signal.aborted) {
    const heard = await ask<Heard>(options, `/v1/events/?limit=100&after=${encodeURIComponent(after)}${types}`).catch((error) => {
      // A server that is started again is waited for.
      if (!(error instanceof NoServer)) throw error
      if (!isSilent) remark(error.message)
      isSilent = true
    })
    if (heard && !hasBegun) remark('Listening. Ctrl+C ends it.')
    hasBegun ||= heard !== undefined
    for (const event of heard?.results ?? []) {
      if (signal.aborted) return
      const came = await forwarded?.post(event, store.id)
      say(options.json ? JSON.stringify(event) : lineOf(event, came))
      if (options.json && came) remark(`${event.sequence} ${came}`)
    }
    if (heard) [after, isSilent] = [String(heard.last_sequence), false]
    if (!heard?.next) await sleep(pauseMilliseconds, undefined, { signal }).catch(() => {})
  }
}

function checkUrl(option: string, given: string, example: string): void {
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new OperatorError(`${option} must be a url, such as ${example}, not ${shown(given)}.`)
}

function lineOf({ sequence, created_at, type, record_type, record_id, actor }: HeardEvent, came: string | undefined): string {
  const record = record_type === null ? '' : ` ${record_type}${record_id === null ? '' : ` ${record_id}`}`
  return `${sequence}  ${created_at}  ${type} ${record}  by ${actor}${came ? `  → ${came}` : ''}`
}

/** Posts events to an address of the developer's own, as webhooks are posted to. */
function forwarding(url: string) {
  const secret = newSigningSecret()
  const outside: Outside = outsideOf(true)
  return {
    secret,
    async post(event: HeardEvent, storeId: number): Promise<string> {
      const body = JSON.stringify({ ...event, store_id: storeId })
      const headers = signedHeaders(`evt_${storeId}_${event.sequence}`, new Date(), body, [secret])
      const posted = await post({ url, headers, body }, outside)
      return `${'status' in posted ? posted.status : posted.fault} ${posted.milliseconds} ms`
    },
  }
}

type NewestAnswer = {
  data?: { store: { id: string }; events: { newestSequence: number } | null }
  errors?: { message: string }[]
}

/** The store that the key opens, and its newest event. */
async function storeOf(options: ListenOptions): Promise<{ id: number; newest: number }> {
  const body = JSON.stringify({ query: '{ store { id } events(first: 1) { newestSequence } }' })
  const { data, errors } = await ask<NewestAnswer>(options, '/graphql', { method: 'POST', body })
  if (!data?.events) throw new OperatorError(errors?.[0]?.message ?? `${options.url} is no server of this program.`)
  return { id: Number(data.store.id), newest: data.events.newestSequence }
}

/** A server that does not answer, or is just starting. */
class NoServer extends OperatorError {}

async function ask<Answer>({ url, key }: ListenOptions, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: { Authorization: `Basic ${Buffer.from(key).toString('base64')}`, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(answerMilliseconds),
  }).catch(() => {
    throw new NoServer(`No server answers at ${url}. Start one with npm start, or name another with --url.`)
  })
  if (response.status >= 500 || response.status === 429) throw new NoServer(`The server at ${url} answers ${response.status}.`)
  const answer = (await response.json().catch(() => ({}))) as Answer & { errors?: unknown[] }
  const [error] = answer.errors ?? []
  if (typeof error === 'string') throw new OperatorError(error)
  return answer
}
