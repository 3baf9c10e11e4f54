/** `tandem signing-key`: looks after the keys that customer tokens are signed with. */
import { keyCacheSeconds, rotateSigningKey } from '../auth/signing-keys.ts'
import { databaseTime } from '../db/clock.ts'
import { json, OperatorCommand } from './command.ts'
import { say, withDatabase } from './operate.ts'

export const signingKeyCommand = new OperatorCommand('signing-key')

signingKeyCommand
  .command('rotate')
  .description('make a new key; without --now the tokens signed so far stay good until they expire')
  .option('--now', `withdraw all older keys: every token signed so far ends within ${keyCacheSeconds} seconds`)
  .option(...json)
  .action((options: { now?: boolean; json?: boolean }) =>
    withDatabase(async (db) => {
      const id = await rotateSigningKey(db, await databaseTime(db), options.now === true)
      if (options.json) return say(JSON.stringify({ key_id: id, older_withdrawn: options.now === true }))
      const fate = options.now
        ? `every token signed before stops working within ${keyCacheSeconds} seconds`
        : 'tokens signed before stay good until they expire'
      say(`${id} signs from now on; ${fate}.`)
    }),
  )
