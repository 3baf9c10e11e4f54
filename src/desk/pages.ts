/** The page of the Desk, one for all its addresses, and the files of its script. */
import type { Pay } from '../budget/sending.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { createBundle } from '../pages/bundle.ts'
import { icon } from '../pages/icon.ts'
import { type Prefilled, prefilledAt } from '../pages/prefilled.ts'

const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const entries = ['main.tsx', 'style.css'].map((name) => new URL(`./page/${name}`, import.meta.url))

const path = /^\/desk\/([1-9]\d{0,15})\//

/** Answers a GET or HEAD below `/desk`, when it is paid for; undefined for a path that there is not. */
type DeskPages = (request: HttpRequest, pay: Pay) => Promise<HttpAnswer | undefined>

/**
 * Makes the function that answers them. The page is the same for every store, whether there is one or not: what it shows, it asks GraphQL.
 *
 * @param prefilled the credential of the demo store, whose page signs in with one click.
 */
export function deskPages(prefilled?: Prefilled): DeskPages {
  const bundle = createBundle('/desk/assets/', entries, headers)
  return async (request, pay) => {
    const file = await bundle.answer(request, pay)
    if (file) return file
    const [, store] = path.exec(request.path) ?? []
    if (!store) return undefined
    await pay(1)
    const base = await bundle.base()
    const isDemo = prefilledAt(request.hostname, prefilled) !== undefined
    const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Desk</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${base}style.css">
<script type="module" src="${base}main.js"></script>
</head>
<body>
<noscript>The Desk needs JavaScript; the same can be done over GraphQL and REST.</noscript>
<div id="root" data-store="${store}" data-demo="${isDemo}"></div>
</body>
</html>
`
    const shown = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }
    return { status: 200, headers: { ...headers, ...shown }, body }
  }
}
