/** `tandem signing-key`: looks after the keys that customer tokens are signed with. */
import { Command } from 'commander'
import { keyCacheSeconds, rotateSigningKey } from '../auth/signing-keys.ts'
import type { Db } from '../db/connect.ts'

/** Makes the command; `withDatabase` opens the database for it. */
export function signingKeyCommand(withDatabase: (work: (db: Db) => Promise<void>) => Promise<void>): Command {
  const command = new Command('signing-key').description('look after the keys that customer tokens are signed with')
  command
    .command('rotate')
    .description('make a new key; without --now the tokens signed so far stay good until they expire')
    .option('--now', `withdraw all older keys: every token signed so far ends within ${keyCacheSeconds} seconds`)
    .action((options: { now?: boolean }) =>
      withDatabase(async (db) => {
        const id = await rotateSigningKey(db, new Date(), options.now === true)
        const fate = options.now
          ? `every token signed before stops working within ${keyCacheSeconds} seconds`
          : 'tokens signed before stay good until they expire'
        process.stdout.write(`${id} signs from now on; ${fate}.\n`)
      }),
    )
  return command
}
