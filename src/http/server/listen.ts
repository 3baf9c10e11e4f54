/** Checks that the configured address can be listened at, before anything is created or opened. */
import { once } from 'node:events'
import { createServer } from 'node:net'

type Address = { host: string; port: number }

/** The settings that an address comes from. */
type Settings = { host: string; port: string }

const ownSettings: Settings = { host: 'HOST', port: 'PORT' }
export const metricsSettings: Settings = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

/** The address cannot be listened at; the message is one line for the terminal. */
export class AddressError extends Error {}

/** Causes that keep a server from listening. */
export function addressSentence(
  { code = '', message }: NodeJS.ErrnoException,
  { host, port }: Address,
  settings = ownSettings,
): string {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Choose another one with ${settings.port}.`,
    EACCES: `Port ${port} is not open to this user. Choose one from 1024 on with ${settings.port}.`,
    EADDRNOTAVAIL: `Bad setting ${settings.host}=${host}: this machine has no such address`,
    ENOTFOUND: `Bad setting ${settings.host}=${host}: no such host is known`,
  }
  return sentences[code] ?? message
}

/**
 * Listens for a moment.
 *
 * @throws AddressError
 */
export async function tryAddress({ host, port }: Address, settings = ownSettings): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw new AddressError(addressSentence(error as NodeJS.ErrnoException, { host, port }, settings))
  }
  server.close()
  await once(server, 'close')
}
