/** Serves GraphiQL to a browser at GET /graphql: a small page, and its assets from the package alone. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Pay, sendingPoints } from '../budget/sending.ts'
import { pageHeaders } from '../http/browser-headers.ts'
import { acceptedEncoding } from '../http/encoding.ts'
import type { HttpAnswer, HttpHeaders, HttpRequest } from '../http/exchange.ts'
import { tagOf } from '../http/representation.ts'
import { once } from '../values/once.ts'
import { bundle, bundleHash, type PartName, partNames, shortHash } from './bundle.ts'

const endpoint = '/graphql'
const assetsAt = `${endpoint}/assets/`

/** The content of the one initial tab. */
export const welcomeQuery = `\
# Welcome to Tandem.
# The play button runs this.
# Your credential goes under
# Headers, below. The docs are
# behind the first icon.

query LatestSubscriptions {
  subscriptions(first: 5, orderBy: [{ startDate: desc }]) {
    totalCount
    nodes {
      id
      status
      endDate
      customer { name email }
      billing { rebillMonths }
      term { name }
    }
  }
}
`

/** Two wheels and a frame; stands in the browser's tab and in the page's corner. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none" stroke="#0f766e" stroke-width="3">' +
  '<circle cx="11" cy="25" r="7.5"/><circle cx="29" cy="25" r="7.5"/><path d="M11 25 17 11h9l3 14M17 11l4 14h8"/></svg>'

// The editor styles itself through style attributes and elements, and its style sheet carries fonts and images as
// data URLs. What a schema's description links to is never fetched.
const headersOfAll = pageHeaders(["style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "img-src 'self' data:"])

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const assetHeaders = (path: string): HttpHeaders => ({
  ...headersOfAll,
  'Content-Type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
  'Cache-Control': 'public, max-age=31536000, immutable',
  // The path has a hash of what is there.
  ETag: tagOf(path),
})

/** A file beside this one that the page needs. */
async function ownAsset(name: string, extension: 'js' | 'css') {
  const bytes = await readFile(new URL(`./${name}.${extension}`, import.meta.url))
  return { path: `${assetsAt}${name}.${shortHash(bytes)}.${extension}`, bytes }
}

export type Graphiql = {
  /** Answers the page, when it is paid for. */
  page(request: HttpRequest, pay: Pay): Promise<HttpAnswer>
  /** Answers one of the page's assets, when it is paid for, or undefined when the path is none of them. */
  asset(request: HttpRequest, pay: Pay): Promise<HttpAnswer | undefined>
}

/** How much dearer a part is that has to be decompressed for a client that takes none compressed, which no browser does. */
const plainFactor = 4

/** Initial headers of the page's Headers pane, at loopback names and at these hosts. */
export type Prefilled = { headers: Record<string, string>; hosts: readonly string[] }

// A name of another site may resolve to this machine, in order to read the credentials that our page contains (DNS rebinding).
const ownHosts = ['localhost', '127.0.0.1', '[::1]']

/** Makes GraphiQL. */
export function createGraphiql(prefilled?: Prefilled): Graphiql {
  const filled = JSON.stringify(prefilled?.headers, undefined, 2)
  const hosts = new Set([...ownHosts, ...(prefilled?.hosts ?? [])])
  const optionsAt = (host: string) => {
    const headers = hosts.has(host) ? filled : undefined
    return {
      endpoint,
      title: 'Tandem',
      logo: icon,
      headers,
      defaultEditorToolsVisibility: 'headers',
      defaultTabs: [{ query: welcomeQuery, headers }],
      // A secret typed into the Headers pane stays out of the browser's storage.
      shouldPersistHeaders: false,
    }
  }

  // The bundle's file is read through once for its hash, when the first browser comes; nothing of it stays.
  const ready = once(async () => {
    const [start, narrow] = await Promise.all([ownAsset('start', 'js'), ownAsset('narrow', 'css')])
    const hash = await bundleHash()
    const address = (name: PartName) => assetsAt + name.replace('.', `.${hash}.`)
    const names = new Map(partNames.map((name) => [address(name), name]))
    const workers = {
      editorWorkerService: address('editor-worker.js'),
      json: address('json-worker.js'),
      graphql: address('graphql-worker.js'),
    }
    const htmlAt = (host: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tandem</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${address('graphiql.css')}">
<script src="${address('graphiql.js')}" defer></script>
<link rel="stylesheet" href="${narrow.path}">
<script src="${start.path}" defer></script>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root" data-workers="${escaped(JSON.stringify(workers))}" data-options="${escaped(JSON.stringify(optionsAt(host)))}"></div>
</body>
</html>
`
    return { htmlAt, names, own: new Map([start, narrow].map(({ path, bytes }) => [path, bytes])) }
  })

  return {
    async page(request, pay) {
      await pay(1)
      const { htmlAt } = await ready()
      const body = htmlAt(request.hostname)
      // One address answers both this page and queries, so a cache must tell them apart by what was asked for.
      const shown = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', Vary: 'Accept' }
      return { status: 200, headers: { ...headersOfAll, ...shown }, body }
    },

    async asset(request, pay) {
      const { path } = request
      if (!path.startsWith(assetsAt)) return undefined
      const { names, own } = await ready()
      const bytesOfOurs = own.get(path)
      if (bytesOfOurs) {
        await pay(sendingPoints(bytesOfOurs.length))
        return { status: 200, headers: assetHeaders(path), body: bytesOfOurs }
      }
      const name = names.get(path)
      if (name === undefined) return undefined
      const encoding = acceptedEncoding(request.header('accept-encoding'))
      const bytes = (await bundle[encoding ?? 'gzip']())[name]
      await pay(sendingPoints(bytes.length) * (encoding === undefined ? plainFactor : 1))
      const headers = assetHeaders(path)
      if (encoding === undefined) return { status: 200, headers, body: Readable.from([bytes]).pipe(createGunzip()) }
      headers['Content-Encoding'] = encoding
      return { status: 200, headers, body: bytes }
    },
  }
}
