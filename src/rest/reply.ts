/** From a result to an HTTP answer: the list envelope and the error shape. */
import type { ExecutionResult } from 'graphql'
import type { PageBase } from '../auth/viewer.ts'
import { type ErrorCode, notFound } from '../errors.ts'
import type { HttpAnswer, HttpHeaders } from '../http/exchange.ts'
import { headersOf, statusOf } from '../http/status.ts'
import type { Compiled } from './compile.ts'
import { type Parameter, writeQuery } from './query.ts'
import type { Page } from './read.ts'
import type { Method } from './route.ts'

/** The one place where what is answered becomes text. */
function json(value: unknown, status: number, headers?: HttpHeaders): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body: JSON.stringify(value) }
}

/** A refusal in the contract's shape. */
export function refusalReply(code: ErrorCode, messages: string[], headers?: HttpHeaders): HttpAnswer {
  return json({ errors: messages }, statusOf[code], { ...headersOf[code], ...headers })
}

/** The answer in a result's data, where the row says it lies; a record that is looked for in a list is its first row. */
export function answerOf({ at }: Pick<Compiled, 'at'>, data: ExecutionResult['data']): unknown {
  const found = at.reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], data)
  return Array.isArray(found) ? found[0] : found
}

const successOf: Record<Method, number> = { GET: 200, PUT: 200, POST: 201, DELETE: 204 }

/** The answer of a row: an envelope or a record, or the refusal in the result's errors. */
export function replyTo(row: Compiled, result: ExecutionResult, page: Page, base: PageBase, parameters: Parameter[]): HttpAnswer {
  const [error] = result.errors ?? []
  if (error) return refusalReply((error.extensions?.code as ErrorCode) ?? 'INTERNAL', [error.message])
  const answer = answerOf(row, result.data)
  if (row.answer === 'list') {
    const { total_count: count, nodes } = answer as { total_count: number; nodes: unknown[] }
    const list = envelope(count, row.write(nodes) as unknown[], page, base, parameters)
    return json(list, 200, linksOf(list))
  }
  if (row.answer === 'payload') return payloadReply(row, answer as Payload)
  return answer ? json(row.write(answer), 200) : refusalReply('NOT_FOUND', [notFound().message])
}

type Payload = { user_errors: { code: ErrorCode; message: string }[] } & Record<string, unknown>

/** The answer of a write: its record, nothing after a deletion, or the errors with the status of the first. */
function payloadReply(row: Compiled, { user_errors: errors, ...payload }: Payload): HttpAnswer {
  const [first] = errors
  const [record] = Object.values(payload)
  if (first) {
    const messages = errors.map(({ message }) => message)
    return refusalReply(first.code, messages, relatedTo(record))
  }
  const status = successOf[row.method]
  if (status === 204) return { status, headers: {}, body: undefined }
  // Somebody may have deleted the record since it was written.
  return record ? json(row.write(record), status) : refusalReply('NOT_FOUND', [notFound().message])
}

/** Beyond this clients and proxies may not take a header, and the envelope says it too. */
const maxLinkCharacters = 2_000

/** The neighbours of a page as a header, for clients that know no envelope (RFC 8288). */
function linksOf({ next, prev }: { next: string | null; prev: string | null }): HttpHeaders {
  const links = Object.entries({ next, prev }).flatMap(([relation, link]) => (link ? [`<${link}>; rel="${relation}"`] : []))
  const text = links.join(', ')
  return text && text.length <= maxLinkCharacters ? { Link: text } : {}
}

/** Leads to what a refused write has left behind, such as the order whose payment was declined. */
const relatedTo = (record: unknown): HttpHeaders =>
  record ? { Link: `<${(record as { url: string }).url}>; rel="related"` } : {}

/** The contract's list envelope; `count` is all that match, not what is on the page. */
function envelope(count: number, results: unknown[], { number, size }: Page, base: PageBase, parameters: Parameter[]) {
  const others = parameters.filter(({ name }) => name !== 'page')
  const link = (to: number) => writeQuery([{ name: 'page', value: String(to + base) }, ...others])
  const lastPage = Math.max(0, Math.ceil(count / size) - 1)
  return {
    count,
    next: number < lastPage ? link(number + 1) : null,
    prev: number > 0 ? link(Math.min(number - 1, lastPage)) : null,
    results,
  }
}
