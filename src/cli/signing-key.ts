/** `tandem signing-key`: looks after the keys that customer tokens are signed with. */
import { Command } from 'commander'
import { keyCacheSeconds, rotateSigningKey } from '../auth/signing-keys.ts'
import { say, withDatabase } from './operate.ts'

export const signingKeyCommand = new Command('signing-key').description(
  'look after the keys that customer tokens are signed with',
)

signingKeyCommand
  .command('rotate')
  .description('make a new key; without --now the tokens signed so far stay good until they expire')
  .option('--now', `withdraw all older keys: every token signed so far ends within ${keyCacheSeconds} seconds`)
  .action((options: { now?: boolean }) =>
    withDatabase(async (db) => {
      const id = await rotateSigningKey(db, new Date(), options.now === true)
      const fate = options.now
        ? `every token signed before stops working within ${keyCacheSeconds} seconds`
        : 'tokens signed before stay good until they expire'
      say(`${id} signs from now on; ${fate}.`)
    }),
  )
