/** Security headers that keep browsers from misusing answers. */

import type { HttpHeaders } from './exchange.ts'

// Scripts, workers and requests are our own address's alone, and no other site may embed a page.
const ownAlone = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

/**
 * Headers of every HTML page, and of every script that a page runs as a worker, since a worker obeys the policy it is served with.
 *
 * @param sources directives of a page that needs more than its own address, such as `img-src 'self' data:`.
 */
export function pageHeaders(sources: readonly string[] = []): HttpHeaders {
  return {
    'Content-Security-Policy': [...ownAlone, ...sources].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}

/** Adds the headers of every answer: the declared type is not sniffed, and nothing is stored unless the answer sets a lifetime. */
export function addBrowserHeaders(headers: HttpHeaders): void {
  headers['X-Content-Type-Options'] = 'nosniff'
  headers['Cache-Control'] ??= 'no-store'
}
