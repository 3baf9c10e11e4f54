/** The records of DNS by which receivers trust the mails of a domain: SPF, DKIM and DMARC, as a resolver shows them. */
import { Resolver } from 'node:dns/promises'

/** A record: whether there is one; undefined where the resolver did not say. */
type DnsAnswer = boolean | undefined

export type MailRecords = { domain: string; spf: DnsAnswer; dkim: DnsAnswer; dmarc: DnsAnswer }

/** How long a question is waited for; it is asked once more. */
const answerMilliseconds = 2_000

/** A resolver that gives up. @param servers to ask, such as `127.0.0.1:53`; those of the machine, unless given. */
export function openResolver(servers?: readonly string[], timeout = answerMilliseconds): Resolver {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}

/** The texts of a name: none where it has none, `missing` where there is no such name, undefined where the resolver does not say. */
async function textsOf(resolver: Resolver, name: string): Promise<string[] | 'missing' | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA') return []
    return code === 'ENOTFOUND' ? 'missing' : undefined
  }
}

const has = (texts: string[] | 'missing' | undefined, version: RegExp): DnsAnswer =>
  texts === undefined ? undefined : texts !== 'missing' && texts.some((text) => version.test(text))

/** Whether a domain has a policy, or one above it that policies are inherited from. */
async function hasPolicy(resolver: Resolver, domain: string): Promise<DnsAnswer> {
  const shown = has(await textsOf(resolver, `_dmarc.${domain}`), /^v=DMARC1\b/i)
  const [, ...above] = domain.split('.')
  return shown === false && above.length > 1 ? hasPolicy(resolver, above.join('.')) : shown
}

/**
 * The records of a domain. A relay chooses the selector of its DKIM keys, so that they have no name that is known; that there are keys is told by the
 * name above them, `_domainkey`, which else does not exist.
 */
export async function mailRecordsOf(resolver: Resolver, domain: string): Promise<MailRecords> {
  const [texts, keys, dmarc] = await Promise.all([
    textsOf(resolver, domain),
    textsOf(resolver, `_domainkey.${domain}`),
    hasPolicy(resolver, domain),
  ])
  return { domain, spf: has(texts, /^v=spf1\b/i), dkim: keys === undefined ? undefined : keys !== 'missing', dmarc }
}
