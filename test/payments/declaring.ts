/** The declaration of a gateway for tests and simulations. */
import type { Gateway } from '../../src/payments/gateway.ts'

/** The declaration of a gateway that refuses to charge after a day. */
export const declaring = (lateSeconds: number): Gateway['declares'] => ({
  deadline: { isEnforced: true, seconds: 86_400 },
  lateRefunds: { seconds: lateSeconds },
  customerAction: false,
})
