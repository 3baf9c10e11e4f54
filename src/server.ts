/** Reads the settings and tries what they name; only then is loaded what serves, so that what is wrong is told at once. */
import { readConfig } from './config/config.ts'
import { prepareDirectory } from './db/lock.ts'
import { tryAddress } from './http/server/listen.ts'
import { giveUp } from './start/operator-errors.ts'

try {
  const config = readConfig()
  await tryAddress(config)
  if (config.database.kind === 'embedded') prepareDirectory(config.database.dataDir)
  const { serve } = await import('./start/serve.ts')
  await serve(config)
} catch (error) {
  giveUp(error)
}
