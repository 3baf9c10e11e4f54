/** The REST row for a store's clock, which moves a test clock. */
import { route } from '../../rest/route.ts'

export const fragments = 'fragment StoreClock on StoreClock { isTest now target isMoving }'

export const routes = [
  route(
    'PUT /v1/clock/',
    'mutation AdvanceClock($to: DateTime!) { advanceClock(input: { to: $to }) { store { clock { ...StoreClock } } userErrors { code message } } }',
  ),
]
