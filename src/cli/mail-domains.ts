/** The check of `tandem doctor` of the domains that mails are from: what DNS shows of SPF, DKIM and DMARC. */
import type { Config } from '../config/config.ts'
import { type MailRecords, mailRecordsOf, openResolver } from '../mails/dns.ts'

const names = { spf: 'SPF (v=spf1)', dkim: 'DKIM (_domainkey)', dmarc: 'DMARC (_dmarc, v=DMARC1)' } as const

type RecordName = keyof typeof names

/** Looks at the domain of `MAIL_FROM` and at `MAIL_DOMAINS`; at none where no relay is set. */
export async function mailDomains({ mail }: Pick<Config, 'mail'>, resolver = openResolver()) {
  if (!mail) return []
  const domains = new Set([mail.from.slice(mail.from.lastIndexOf('@') + 1), ...mail.domains])
  const shown = await Promise.all([...domains].map((domain) => mailRecordsOf(resolver, domain)))
  return shown.flatMap(findingsOf)
}

function findingsOf(records: MailRecords) {
  const { domain } = records
  const those = (isShown: boolean | undefined) => (Object.keys(names) as RecordName[]).filter((name) => records[name] === isShown)
  const [missing, unknown, good] = [those(false), those(undefined), those(true)].map((each) => each.map((name) => names[name]))
  const besides = good?.length ? ` It shows ${good.join(' and ')}.` : ''
  return [
    ...(missing?.length
      ? [
          {
            ...{ kind: 'mail_domain', domain, missing: those(false) },
            message: `DNS shows no ${missing.join(' and no ')} of ${domain}, which mails are from: many receivers refuse them.${besides} Add the records that the relay names.`,
          },
        ]
      : []),
    ...(unknown?.length
      ? [
          {
            ...{ kind: 'mail_domain_unknown', domain, unknown: those(undefined) },
            message: `The resolver did not say in time whether ${domain}, which mails are from, has ${unknown.join(' and ')}.${besides} Look whether this machine's DNS answers.`,
          },
        ]
      : []),
  ]
}
