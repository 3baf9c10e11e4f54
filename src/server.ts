/** Reads the settings and tries what they name, before the server is loaded, so that a wrong setting is reported at once. */
import { readConfig } from './config/config.ts'
import { prepareDirectory } from './db/lock.ts'
import { metricsSettings, tryAddress } from './http/server/listen.ts'
import { makeNewStore } from './start/new-store.ts'
import { giveUp } from './start/operator-errors.ts'

try {
  const config = readConfig()
  await tryAddress(config)
  const { address } = config.metrics
  if (address) await tryAddress(address, metricsSettings)
  if (config.database.kind === 'embedded') prepareDirectory(config.database.dataDir)
  const making = config.database.kind === 'embedded' ? makeNewStore(config.database.dataDir) : undefined
  // An error is thrown below.
  making?.catch(() => {})
  // Loaded meanwhile, which takes a second.
  const { serve } = await import('./start/serve.ts')
  await making
  await serve(config)
} catch (error) {
  giveUp(error)
}
