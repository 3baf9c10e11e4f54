/** The credential that pages fill in for their user, such as the demo store's. */

/** Initial headers of requests that a page sends, at loopback names and at these hosts. */
export type Prefilled = { headers: Record<string, string>; hosts: readonly string[] }

// A name of another site may resolve to this machine, in order to read the credentials that our page contains (DNS rebinding).
const ownHosts = ['localhost', '127.0.0.1', '[::1]']

/** The headers to fill in on a page that is asked for at a host, if any. */
export const prefilledAt = (host: string, prefilled: Prefilled | undefined): Record<string, string> | undefined =>
  prefilled && [...ownHosts, ...prefilled.hosts].includes(host) ? prefilled.headers : undefined
