/** Which gateway payments go through: the one place where it is chosen, so that server, worker and commands ask the same. */
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Gateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'

/** Opens the gateway of a database's stores. There is only the sandbox so far. */
export const openGateway = (db: Db, clock: Clock): Gateway => sandboxGateway(db, clock)
