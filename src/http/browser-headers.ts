/** The headers that keep a browser from doing with our answers what they are not meant for. */

import type { HttpHeaders } from './exchange.ts'

// Scripts, workers and requests are our own address's alone, and nobody may put a page of ours into theirs.
const ownAlone = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

/**
 * What every HTML page carries, and every script a page runs as a worker, which obeys the policy it came with.
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

/** Adds what every answer carries: it is what its type says, and it is kept nowhere unless it says how long it may be. */
export function addBrowserHeaders(headers: HttpHeaders): void {
  headers['X-Content-Type-Options'] = 'nosniff'
  headers['Cache-Control'] ??= 'no-store'
}
