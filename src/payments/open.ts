/** Chooses the payment gateway, in one place for server, worker and commands. */
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Gateway } from './gateway.ts'
import { observed } from './observed.ts'
import { sandboxGateway } from './sandbox.ts'

/** Opens the gateway of a database's stores. Only the sandbox exists so far. */
export const openGateway = (db: Db, clock: Clock): Gateway => observed(sandboxGateway(db, clock))
