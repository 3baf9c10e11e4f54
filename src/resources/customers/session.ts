/** Sessions: a customer's token moves into a cookie of the browser, and out again. */
import { endedSessionCookie, sessionCookie } from '../../auth/session-cookie.ts'
import type { Writer } from '../../auth/viewer.ts'
import { forbidden } from '../../values/errors.ts'
import { mutation } from '../describe.ts'

const shows = { field: 'customer', resource: 'Customer' } as const

/** The customer of the request; `by` admits no other role, and this narrows the type. */
function asking(viewer: Writer) {
  if (viewer.role !== 'customer') throw forbidden('Sessions are for customers.')
  return viewer
}

mutation('startCustomerSession', {
  emits: ['customer.session_started'],
  description:
    'Keeps the token of the request in an http-only cookie for the rest of its life. Pages of the same address then need no ' +
    'Authorization header, and must not send one. A repeat with the same Idempotency-Key sets no cookie.',
  by: ['customer'],
  shows,
  async write({ viewer, context }) {
    const { customerId, signed } = asking(viewer)
    return {
      id: customerId,
      customerId,
      cookie: sessionCookie(signed, context.clock.now()),
      emits: [{ type: 'customer.session_started' }],
    }
  },
})

mutation('endCustomerSession', {
  emits: ['customer.session_ended'],
  description: 'Takes the cookie out of the browser. The token itself stays good until it expires.',
  by: ['customer'],
  shows,
  async write({ viewer }) {
    const { customerId } = asking(viewer)
    return { id: customerId, customerId, cookie: endedSessionCookie, emits: [{ type: 'customer.session_ended' }] }
  },
})
