/** The directory of `/v1/`, made from the table of rows: as JSON, and as a page for browsers. */
import { createHash } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import { pageHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { capital, inWords } from '../schema/wording.ts'
import { escapeHtml } from '../values/text.ts'
import type { Compiled } from './compile.ts'
import { type Contract, storePrefix } from './route.ts'
import { bodyFields, rowFacts } from './row-facts.ts'

type DirectoryEntry = {
  method: string
  path: string
  operation: string
  description: string
  /** The scope that a merchant key needs, where the path alone decides it. */
  scope?: string
  /** Names and types of what the body may have; a text where it is an object of any keys. */
  body?: Record<string, string> | string
  /** The values of `with=`. */
  with?: string[]
}

type Area = { path: string; credential: string; operations: DirectoryEntry[] }

export type Directory = { pages: string; merchant_api: Area; store_api: Area; see: Record<string, string> }

// First in the directory: a client that counts in another way misses a page without an error.
const pages =
  'The first page of a list is page 0, unless the store or the server has chosen 1; page=0 is always the first, and `next` ' +
  'leads to the one that follows.'

/** Describes the rows of a table, in its order. */
export function describeTable(
  schema: GraphQLSchema,
  table: readonly Compiled[],
  credentials: Contract['credentials'],
): Directory {
  const entries = table.flatMap((row) =>
    (row.alias ? [row.method, row.alias] : [row.method]).map((method) => describe(schema, row, method)),
  )
  const isStore = ({ path }: DirectoryEntry) => path.startsWith(storePrefix)
  return {
    pages,
    merchant_api: {
      path: '/v1/',
      credential: credentials.merchant,
      operations: entries.filter((entry) => !isStore(entry)),
    },
    store_api: {
      path: storePrefix,
      credential: credentials.store,
      operations: entries.filter(isStore),
    },
    see: {
      reference: '/docs',
      openapi: '/openapi.json',
      graphql: '/graphql',
      graphql_schema: '/schema.graphql',
      health: '/healthz',
      readiness: '/readyz',
    },
  }
}

function describe(schema: GraphQLSchema, row: Compiled, method: string): DirectoryEntry {
  const { path, name: operation, embeddable } = row
  const { description, scopes } = rowFacts(schema, row)
  const body = bodyOf(row)
  return {
    method,
    path,
    operation,
    description,
    ...(scopes && !path.startsWith(storePrefix) && { scope: scopes.join(' ') }),
    ...(body && { body }),
    ...(embeddable.length > 0 && { with: embeddable }),
  }
}

function bodyOf(row: Compiled): DirectoryEntry['body'] | undefined {
  const fields = bodyFields(row)
  if (fields.size === 0) return undefined
  if (fields.has('body')) return 'any JSON object'
  if (row.list !== undefined) return `a JSON array of records, or one JSON object a line: ${fields.get(row.list)}`
  return Object.fromEntries([...fields].map(([name, type]) => [name, String(type)]))
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem }
ul { list-style: none; padding: 0 } li { padding: .6rem 0; border-top: 1px solid #8886 }
code { font-size: .95rem; overflow-wrap: anywhere } p { margin: .2rem 0 }
.method { display: inline-block; min-width: 4.5rem; font-weight: bold }
`
const headers = {
  ...pageHeaders([`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`]),
  'Content-Type': 'text/html; charset=utf-8',
}

/** Answers the directory in the form that was asked for. */
export function directoryReply(directory: Directory, request: HttpRequest): HttpAnswer {
  const isForBrowser = (request.header('accept') ?? '').includes('text/html')
  const kept = { Vary: 'Accept', 'Cache-Control': 'no-cache' }
  return isForBrowser
    ? { status: 200, headers: { ...headers, ...kept }, body: page(directory) }
    : { status: 200, headers: { 'Content-Type': 'application/json', ...kept }, body: JSON.stringify(directory) }
}

const page = ({ pages, merchant_api, store_api, see }: Directory): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tandem: REST</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What there is under <code>/v1/</code></h1>
<p>${escapeHtml(pages)}</p>
<p>Programs get this page as JSON. See also: ${Object.values(see).map(link).join(', ')}.</p>
${section('Merchant API', merchant_api)}
${section('Store API', store_api)}
</main>
</body>
</html>
`

const section = (title: string, { credential, operations }: Area): string => `<section>
<h2>${title}</h2>
<p>${escapeHtml(credential)}</p>
<ul>
${operations.map(item).join('\n')}
</ul>
</section>`

const item = ({ method, path, operation, description, scope, body, with: relations }: DirectoryEntry): string =>
  `<li><span class="method">${method}</span> ${method === 'GET' && !path.includes('{') ? link(path) : `<code>${escapeHtml(path)}</code>`}
<p><b>${capital(inWords(operation))}.</b> ${escapeHtml(description)}</p>${[
    note('Scope', scope && [scope]),
    note('Body', typeof body === 'string' ? [body] : body && Object.keys(body)),
    note('with=', relations),
  ].join('')}</li>`

const link = (path: string): string => `<a href="${path}"><code>${path}</code></a>`

const note = (title: string, names: string[] | undefined | ''): string =>
  names ? `\n<p>${title}: ${names.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ')}</p>` : ''
