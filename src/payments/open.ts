/** Opens the payment gateways, in one place for server, worker and commands. */
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { type Gateways, gatewaysOf } from './gateways.ts'
import { observed } from './observed.ts'
import { sandboxGateway } from './sandbox.ts'

/** Opens the gateways of a database's stores. Only the sandbox exists so far. */
export const openGateways = (db: Db, clock: Clock): Gateways => gatewaysOf(observed(sandboxGateway(db, clock)))
