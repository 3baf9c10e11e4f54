/** `tandem adopt`: makes a database that was copied, restored or moved the one that acts. */
import { beginEpoch } from '../writes/epoch.ts'
import { json, OperatorCommand } from './command.ts'
import { say, withDatabase } from './operate.ts'

export const adoptCommand = new OperatorCommand('adopt').option(...json).action((options: { json?: boolean }) =>
  withDatabase(async (_db, { session, place }) => {
    const { epoch, first } = await session((opened) => beginEpoch(opened, place))
    if (options.json) return say(JSON.stringify({ epoch, first: Number(first) }))
    say(
      `This database acts from now on. Ids and the numbers of events go on at ${first}; the events of before count as cleaned away.`,
    )
  }),
)
