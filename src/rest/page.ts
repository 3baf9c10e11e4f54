/** Answers a record as a page of HTML, by `format=html` or by Accept: it may run nothing and load nothing, and has one style. */
import { createHash } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import { pageHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer, HttpHeaders, HttpRequest } from '../http/exchange.ts'
import { preferences } from '../http/preference.ts'
import type { Parameter } from '../http/search.ts'
import { notFound } from '../values/errors.ts'
import type { Compiled } from './compile.ts'
import { runRow } from './plan.ts'
import { errorReply, recordIn, refusalReply } from './reply.ts'
import type { RecordPage } from './route.ts'

/** Whether a read of a row with a page asks for that page, as browsers do. */
export function asksForPage(request: Pick<HttpRequest, 'header'>, parameters: readonly Parameter[]): boolean {
  const format = parameters.findLast(({ name }) => name === 'format')?.value.toLowerCase()
  if (format) return format === 'html'
  const weights = preferences(request.header('accept'))
  const weightOf = (type: string) => weights.get(type) ?? 0
  return weightOf('text/html') > 0 && weightOf('text/html') > weightOf('application/json')
}

const headersOf = new WeakMap<RecordPage, HttpHeaders>()

/** The headers of a page: the policy lets its own style in, by its hash, and nothing else. */
function policyOf(page: RecordPage): HttpHeaders {
  const known = headersOf.get(page)
  if (known) return known
  const { style } = page
  const hash = style === undefined ? undefined : createHash('sha256').update(style).digest('base64')
  const policy = [
    "default-src 'none'",
    ...(hash === undefined ? ["style-src 'unsafe-inline'", 'sandbox allow-popups'] : [`style-src 'sha256-${hash}'`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  const headers = { ...pageHeaders(), 'Content-Security-Policy': policy.join('; '), 'Content-Type': 'text/html; charset=utf-8' }
  headersOf.set(page, headers)
  return headers
}

/** Reads the page alone. */
export async function pageReply(
  schema: GraphQLSchema,
  row: Compiled,
  variables: Record<string, unknown>,
  context: Context,
): Promise<HttpAnswer> {
  const { page, pageDocument } = row
  if (!page || !pageDocument) throw new Error(`${row.name} has no page.`)
  const outcome = await runRow(schema, { ...row, document: pageDocument }, variables, context)
  const [error] = outcome.errors ?? []
  if (error) return errorReply(error)
  const record = recordIn(outcome.answer?.text)
  if (!record) return refusalReply('NOT_FOUND', [notFound().message])
  const [body] = Object.values(JSON.parse(record) as Record<string, string | null>)
  if (body == null) return refusalReply('NOT_FOUND', ['The content of this record is not kept, and it has no page.'])
  return { status: 200, headers: { ...policyOf(page) }, body }
}
