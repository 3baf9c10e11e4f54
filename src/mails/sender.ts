/** The address that the mails of a store are from. Pure. */

/** @param domains of shops, for which the relay signs. */
type Senders = { from: string; domains: readonly string[] }

/** The address in the domain of the store's own host where that is listed, with the local part of the usual one; else the usual one. */
export function senderOf({ from, domains }: Senders, host: string | undefined): string {
  const own = domains.find((domain) => host === domain || host?.endsWith(`.${domain}`))
  return own === undefined ? from : `${from.slice(0, from.lastIndexOf('@'))}@${own}`
}
