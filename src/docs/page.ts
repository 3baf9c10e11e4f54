/** Serves the reference of REST at /docs: Swagger UI from the package, over the OpenAPI document. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Pay } from '../budget/sending.ts'
import { pageHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { createAssets } from '../pages/assets.ts'
import { icon } from '../pages/icon.ts'
import { type Prefilled, prefilledAt } from '../pages/prefilled.ts'
import { escapeHtml } from '../values/text.ts'

// The style sheet carries images as data URLs.
const headers = pageHeaders(["img-src 'self' data:"])

const packaged = (name: string) => ({ file: createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`) })
const own = (name: string) => ({ file: fileURLToPath(new URL(`./${name}`, import.meta.url)) })

type Areas = Readonly<Record<'merchant_api' | 'store_api', { credential: string }>>

export type Docs = {
  /** Answers the page, when it is paid for. */
  page(request: HttpRequest, pay: Pay): Promise<HttpAnswer>
  /** Answers one of the page's assets, when it is paid for, or undefined when the path is none of them. */
  asset(request: HttpRequest, pay: Pay): Promise<HttpAnswer | undefined>
}

/**
 * Makes the page.
 *
 * @param areas of REST, each with the sentence that says how its credentials are sent.
 * @param hasGraphiql whether operations can be opened in GraphiQL.
 */
export function createDocs(hasGraphiql: boolean, areas: Areas, prefilled?: Prefilled): Docs {
  const sources = {
    'swagger.css': packaged('swagger-ui.css'),
    'swagger.js': packaged('swagger-ui-bundle.js'),
    'docs.css': own('docs.css'),
    'start.js': own('start.js'),
  }
  const assets = createAssets('/docs/assets/', sources, headers)
  return {
    asset: assets.answer,
    async page({ hostname }, pay) {
      await pay(1)
      const at = await assets.addresses()
      const [, token] = /^Bearer (.+)$/.exec(prefilledAt(hostname, prefilled)?.Authorization ?? '') ?? []
      const options = { document: '/openapi.json', graphiql: hasGraphiql ? '/graphql' : undefined, token }
      const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tandem: the REST reference</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${at['swagger.css']}">
<link rel="stylesheet" href="${at['docs.css']}">
<script src="${at['swagger.js']}" defer></script>
<script type="module" src="${at['start.js']}"></script>
</head>
<body>
<noscript>The reference needs JavaScript; <a href="/openapi.json">the document that it shows</a> does not.</noscript>
<section class="start">
<p>${escapeHtml(areas.merchant_api.credential)} ${escapeHtml(areas.store_api.credential)} <em>Authorize</em> takes either, for the requests that you try here.</p>
<nav id="contents" class="contents" aria-label="Contents"></nav>
</section>
<p class="choices"><label><input type="checkbox" id="operators"> Show filters with operators, such as <code>__gt</code></label>; <a href="/openapi.json">the document</a></p>
<div id="docs" data-options="${escapeHtml(JSON.stringify(options))}"></div>
</body>
</html>
`
      const shown = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }
      return { status: 200, headers: { ...headers, ...shown }, body }
    },
  }
}
