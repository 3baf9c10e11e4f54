/** The names and addresses by which a machine reaches itself alone. */

const address = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/
const urlHost = /^(?:.+\.localhost|localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/

/** Whether a listening address is reachable from this machine alone. */
export const isLoopback = (listening: string): boolean => address.test(listening)

/** Whether the host name of a URL is that of the machine itself. */
export const isOwnMachine = (hostname: string): boolean => urlHost.test(hostname)
