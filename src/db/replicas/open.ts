/** Opens the replicas of a database, and the marks that say which of them may answer. */
import { createHash } from 'node:crypto'
import type { ReplicaConfig } from '../../config/config.ts'
import { type OpenReplicas, poolOf } from '../connect.ts'
import type { OpenOptions } from '../embedded/open.ts'
import { type DatabasePlace, isSamePlace, placeOnServer } from '../installation.ts'
import type { Ask } from '../statements.ts'
import type { CommitMarks } from './marks.ts'
import { marksInRedis } from './redis-marks.ts'
import { type LeftOut, Replica } from './replica.ts'
import { Replicas } from './replicas.ts'

/** Opens the marks of a database, by which each of its processes notes its commits. */
export function openMarks(
  { redisUrl }: ReplicaConfig,
  place: DatabasePlace,
  { warn = () => {} }: OpenOptions,
): Promise<CommitMarks> {
  const database = createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 16)
  return marksInRedis(redisUrl, database, (error) =>
    warn(`Redis does not answer (${(error as Error).message}): all reads go to the primary.`),
  )
}

/** The sentence for the log about a replica that is left out. */
const sentences: Record<LeftOut, string> = {
  gone: 'does not answer: it is left out.',
  late: 'is more than a second behind the primary: it is left out.',
  foreign: 'is no replica of this database: it is left out.',
}

/** Makes the function that opens them. */
export function replicasOf(
  { urls }: ReplicaConfig,
  { place, marks }: { place: DatabasePlace; marks: CommitMarks },
  { program, readSeconds, warn = () => {} }: OpenOptions,
): OpenReplicas {
  // A copy by replication has the place of its original.
  const isOurs = async (ask: Ask) => {
    const query = async (text: string) => ({ rows: (await ask({ text })).rows })
    return isSamePlace(await placeOnServer({ query }), place)
  }
  return (primary) =>
    new Replicas({
      primary: { ask: (statement) => primary.query(statement), rows: (...asked) => primary.rows(...asked) },
      replicas: urls.map((url) => new Replica(url, poolOf(url, { readSeconds, program: `${program} replica` }), isOurs)),
      marks,
      report: ({ replica, leftOut }) => warn(`The replica ${replica} ${leftOut ? sentences[leftOut] : 'answers reads.'}`),
    })
}
