/** Serves GraphiQL to a browser at GET /graphql: a small page, and its assets from the package alone. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Pay } from '../budget/sending.ts'
import { pageHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { createAssets } from '../pages/assets.ts'
import { icon } from '../pages/icon.ts'
import { type Prefilled, prefilledAt } from '../pages/prefilled.ts'
import { once } from '../values/once.ts'
import { escapeHtml } from '../values/text.ts'
import { readTabs } from './tabs.ts'

const endpoint = '/graphql'

// The editor styles itself through style attributes and elements, and its style sheet carries fonts and images as
// data URLs. What a schema's description links to is never fetched.
const headersOfAll = pageHeaders(["style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "img-src 'self' data:"])

export type Graphiql = {
  /** Answers the page, when it is paid for. */
  page(request: HttpRequest, pay: Pay): Promise<HttpAnswer>
  /** Answers one of the page's assets, when it is paid for, or undefined when the path is none of them. */
  asset(request: HttpRequest, pay: Pay): Promise<HttpAnswer | undefined>
}

const packaged = (exported: string) => ({
  file: createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql/graphiql'),
  exported,
})
const own = (name: string) => ({ file: fileURLToPath(new URL(`./${name}`, import.meta.url)) })

/**
 * Makes GraphiQL.
 *
 * @param textOf the text of an operation that a tab is opened with, by its name: `/graphql?operation=ListBooks`.
 */
export function createGraphiql(textOf: (operation: string) => string | undefined, prefilled?: Prefilled): Graphiql {
  // The package's file exports its parts as texts, 9 MB in all.
  const sources = {
    'graphiql.js': packaged('js'),
    'graphiql.css': packaged('css'),
    'editor-worker.js': packaged('editorWorkerService'),
    'json-worker.js': packaged('jsonWorker'),
    'graphql-worker.js': packaged('graphqlWorker'),
    'start.js': own('start.js'),
    'narrow.css': own('narrow.css'),
  }
  const assets = createAssets(`${endpoint}/assets/`, sources, headersOfAll)
  const tabs = once(readTabs)
  const optionsAt = async ({ hostname, search }: HttpRequest) => {
    const filled = prefilledAt(hostname, prefilled)
    const headers = filled && JSON.stringify(filled, undefined, 2)
    const [, operation = ''] = /[?&]operation=(\w+)/.exec(search) ?? []
    const asked = textOf(operation)
    return {
      endpoint,
      title: 'Tandem',
      logo: icon,
      headers,
      defaultEditorToolsVisibility: 'headers',
      // GraphiQL shows the first of them, with the text of `initialQuery`.
      defaultTabs: [...(asked === undefined ? [] : [asked]), ...(await tabs())].map((query) => ({ query, headers })),
      ...(asked !== undefined && { initialQuery: asked, initialHeaders: headers }),
      // A secret typed into the Headers pane stays out of the browser's storage.
      shouldPersistHeaders: false,
    }
  }
  return {
    asset: assets.answer,
    async page(request, pay) {
      await pay(1)
      const at = await assets.addresses()
      const workers = {
        editorWorkerService: at['editor-worker.js'],
        json: at['json-worker.js'],
        graphql: at['graphql-worker.js'],
      }
      const options = escapeHtml(JSON.stringify(await optionsAt(request)))
      const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tandem</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${at['graphiql.css']}">
<script src="${at['graphiql.js']}" defer></script>
<link rel="stylesheet" href="${at['narrow.css']}">
<script src="${at['start.js']}" defer></script>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root" data-workers="${escapeHtml(JSON.stringify(workers))}" data-options="${options}"></div>
</body>
</html>
`
      // One address answers both this page and queries, so a cache must distinguish them by the media type asked for.
      const shown = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', Vary: 'Accept' }
      return { status: 200, headers: { ...headersOfAll, ...shown }, body }
    },
  }
}
