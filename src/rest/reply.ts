/** From a result to an HTTP answer: the list envelope and the error shape. */

import type { GraphQLError } from 'graphql'
import type { PageBase } from '../auth/viewer.ts'
import type { OperationResult } from '../graphql/run.ts'
import type { HttpAnswer, HttpHeaders } from '../http/exchange.ts'
import type { Parameter } from '../http/search.ts'
import { headersOf, statusOf } from '../http/status.ts'
import { jsonDocument } from '../read/sql/container.ts'
import type { RecordChange, UserError } from '../schema/outcome.ts'
import { type ErrorCode, notFound } from '../values/errors.ts'
import type { Compiled } from './compile.ts'
import { sentencesOf } from './faults.ts'
import { writeQuery } from './query.ts'
import type { Page } from './read.ts'
import type { Method } from './route.ts'

/** The header that names the operation of a row. */
export const operationHeader = 'X-Operation'

/** The one place where an answer is made: of JSON, unless its plan has another media type. */
const json = (
  body: string | readonly string[],
  status: number,
  headers?: HttpHeaders,
  mediaType = jsonDocument.mediaType,
): HttpAnswer => ({ status, headers: { 'Content-Type': mediaType, ...headers }, body })

/** A refusal in the contract's shape. @param members what the body has beside the sentences, as JSON. */
export function refusalReply(code: ErrorCode, messages: string[], headers?: HttpHeaders, members: string[] = []): HttpAnswer {
  const body = withMembers(JSON.stringify({ errors: messages }), members)
  return json(body, statusOf[code], { ...headersOf([{ code }]), ...headers })
}

/** A masked error in the contract's shape. */
export function errorReply(error: GraphQLError): HttpAnswer {
  const { code = 'INTERNAL', mayBeCharged = false } = error.extensions as { code?: ErrorCode; mayBeCharged?: boolean }
  return json(JSON.stringify({ errors: sentencesOf(error) }), statusOf[code], headersOf([{ code, mayBeCharged }]))
}

/** The status of a success, by the method of its row. */
export const successOf: Record<Method, number> = { GET: 200, PUT: 200, POST: 201, DELETE: 204 }

/** The answer of a row: an envelope or a record, or the refusal in the outcome's errors. */
export function replyTo(
  row: Compiled,
  outcome: OperationResult,
  page: Page,
  base: PageBase,
  parameters: Parameter[],
): HttpAnswer {
  const [error] = outcome.errors ?? []
  if (error) return errorReply(error)
  const { text, count = 0, userErrors = [], shownOnce = [], change } = outcome.answer ?? {}
  if (row.answer === 'list' || row.answer === 'groups') {
    return listReply({ count, ...neighbours(count, page, base, parameters) }, String(text), '', outcome.mediaType)
  }
  if (row.answer === 'feed') return feedReply(outcome, parameters)
  if (row.answer === 'results') return resultsReply(outcome, new Map())
  if (row.answer === 'payload') return payloadReply(row, text && withMembers(text, shownOnce), userErrors, change)
  const record = recordIn(text)
  return record ? json(record, 200, {}, outcome.mediaType) : refusalReply('NOT_FOUND', [notFound().message])
}

/** The envelope of a list. @param members what it has beside, as JSON. */
export function listReply(
  { count, next, prev }: { count: number; next: string | null; prev: string | null },
  results: string,
  members: string,
  mediaType: string | undefined,
): HttpAnswer {
  const links = `"next":${JSON.stringify(next)},"prev":${JSON.stringify(prev)}`
  const end = members === '' ? '}' : `,${members}}`
  return json([`{"count":${count},${links},"results":`, results, end], 200, linksOf({ next, prev }), mediaType)
}

/**
 * The results of a write of several records, in the order of the body.
 *
 * @param refused the records that were refused before the write, by their places.
 */
export function resultsReply(
  { errors, answer }: Pick<OperationResult, 'errors' | 'answer'>,
  refused: ReadonlyMap<number, string[]>,
): HttpAnswer {
  const [error] = errors ?? []
  if (error) return errorReply(error)
  const { results = [], userErrors = [] } = answer ?? {}
  const [first] = userErrors
  if (first)
    return refusalReply(
      first.code,
      userErrors.map(({ message }) => message),
    )
  const texts = new Map(
    results.map(({ index, id, change, text, userErrors }) => [
      index,
      change === null
        ? refusedResult(
            index,
            userErrors.map(({ message }) => message),
            currentOf(userErrors, text),
          )
        : doneResult(index, change, text ?? `{"id":${id}}`),
    ]),
  )
  for (const [index, messages] of refused) texts.set(index, refusedResult(index, messages))
  const ordered = [...texts].sort(([one], [other]) => one - other).map(([, text]) => text)
  return json(`{"count":${ordered.length},"results":[${ordered.join(',')}]}`, 200)
}

const doneResult = (index: number, change: string, record: string): string =>
  `{"index":${index},"ok":true,"change":"${change}","record":${record}}`

const refusedResult = (index: number, messages: string[], members: string[] = []): string =>
  withMembers(`{"index":${index},"ok":false,"errors":${JSON.stringify(messages)}}`, members)

/** The envelope of a feed: as many as are shown, where to go on, and up to which number it was looked through. */
function feedReply({ answer = {}, mediaType }: OperationResult, parameters: Parameter[]): HttpAnswer {
  const { text, count, lastSequence, hasMore } = answer
  const others = parameters.filter(({ name }) => name !== 'after')
  const next = hasMore ? writeQuery([{ name: 'after', value: String(lastSequence) }, ...others]) : null
  const body = `{"count":${count},"next":${JSON.stringify(next)},"prev":null,"results":${text},"last_sequence":${lastSequence}}`
  return json(body, 200, linksOf({ next, prev: null }), mediaType)
}

/** The JSON of the one record of an answer, which may have been looked for in a list: its operation asks for one then. */
export const recordIn = (text: string | undefined): string | undefined =>
  (text?.startsWith('[') ? text.slice(1, -1) : text) || undefined

/** An object with what is shown beside its members, such as a secret. */
const withMembers = (object: string, members: string[]): string =>
  members.length > 0 ? `${object.slice(0, -1)},${members.join(',')}}` : object

/** The answer of a write: its record, nothing after a deletion, or the errors with the status of the first. */
function payloadReply(
  row: Compiled,
  record: string | undefined,
  errors: UserError[],
  change: RecordChange | undefined,
): HttpAnswer {
  const [first] = errors
  if (first) {
    const messages = errors.flatMap(({ message, because }) => (because ? [message, because.sentence] : [message]))
    return refusalReply(first.code, messages, relatedTo(record), currentOf(errors, record))
  }
  const status = change === 'created' ? 201 : successOf[row.method]
  if (status === 204) return { status, headers: {}, body: undefined }
  // Another request may have deleted the record since it was written.
  return record ? json(record, status) : refusalReply('NOT_FOUND', [notFound().message])
}

/** Beyond this clients and proxies may not take a header, and the envelope says it too. */
const maxLinkCharacters = 2_000

/** The neighbours of a page as a header, for clients that know no envelope (RFC 8288). */
function linksOf({ next, prev }: { next: string | null; prev: string | null }): HttpHeaders {
  const links = Object.entries({ next, prev }).flatMap(([relation, link]) => (link ? [`<${link}>; rel="${relation}"`] : []))
  const text = links.join(', ')
  return text && text.length <= maxLinkCharacters ? { Link: text } : {}
}

/** The members of a refusal that say what a record is now that was changed after it was read. */
const currentOf = ([first]: readonly UserError[], record: string | undefined): string[] =>
  first?.changedIn === undefined ? [] : [`"changed_in":${first.changedIn}`, ...(record ? [`"record":${record}`] : [])]

/** Leads to what a refused write has left behind, such as the record of what was tried. */
const relatedTo = (record: string | undefined): HttpHeaders =>
  record ? { Link: `<${JSON.parse(record).url}>; rel="related"` } : {}

/** The query strings of the pages before and behind one; `count` is all that match, not what is on the page. */
function neighbours(count: number, { number, size }: Page, base: PageBase, parameters: Parameter[]) {
  const others = parameters.filter(({ name }) => name !== 'page')
  const link = (to: number) => writeQuery([{ name: 'page', value: String(to + base) }, ...others])
  const lastPage = Math.max(0, Math.ceil(count / size) - 1)
  return {
    next: number < lastPage ? link(number + 1) : null,
    prev: number > 0 ? link(Math.min(number - 1, lastPage)) : null,
  }
}
