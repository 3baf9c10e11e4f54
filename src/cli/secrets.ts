/** `tandem secrets`: looks after the secrets of stores, which are sealed with SECRETS_KEY. */
import { readSealingKeys } from '../config/config.ts'
import { resealSecrets } from '../payments/reseal.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import { say, withDatabase } from './operate.ts'

export const secretsCommand = new OperatorCommand('secrets')

secretsCommand
  .command('reseal')
  .description('seal what is sealed with SECRETS_KEY_PREVIOUS with SECRETS_KEY; cut off, it is run again')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withDatabase(async (db) => {
      const keys = readSealingKeys()
      if (!keys) throw new OperatorError('SECRETS_KEY is not set: set it to the key that secrets are to be sealed with.')
      const { resealed, unreadable } = await resealSecrets(db, keys)
      if (unreadable.length > 0) process.exitCode = 1
      if (options.json) return say(JSON.stringify({ resealed, unreadable }))
      for (const { reason } of unreadable) say(reason)
      if (unreadable.length > 0) return say(`${resealed.length} accounts are sealed anew, and ${unreadable.length} are not.`)
      say(`${resealed.length} accounts are sealed anew. All are sealed with SECRETS_KEY; SECRETS_KEY_PREVIOUS is needed no more.`)
    }),
  )
