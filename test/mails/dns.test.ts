/** The findings of `tandem doctor` about the domains that mails are from, by a name server of the test. */
import { expect, it } from 'vitest'
import { mailDomains } from '../../src/cli/mail-domains.ts'
import { openResolver } from '../../src/mails/dns.ts'
import { openNameServer, type Zone } from './name-server.ts'

const relay = { url: 'smtp://relay.example', from: 'post@mail.shop.example', domains: ['other.example'] }

const good: Zone = {
  'mail.shop.example': ['google-site-verification=x', `v=spf1 ${'include:relay.example '.repeat(20)}-all`],
  '_domainkey.mail.shop.example': [],
  // Policies are inherited.
  '_dmarc.shop.example': ['v=DMARC1; p=reject'],
  'other.example': ['v=spf1 -all'],
  '_domainkey.other.example': ['o=-'],
  '_dmarc.other.example': ['V=DMARC1; p=none'],
}

const findingsOf = async (zone: Zone, mail: typeof relay | undefined = relay) =>
  mailDomains({ mail }, openResolver([await openNameServer(zone)], 100))

it('Nothing is found where both domains have SPF, DKIM and DMARC', async () => {
  expect(await findingsOf(good)).toEqual([])
})

it('A record that is missing is named, with those that are shown', async () => {
  const { '_domainkey.mail.shop.example': _, '_dmarc.shop.example': _policy, ...zone } = good
  expect(await findingsOf(zone)).toEqual([
    {
      ...{ kind: 'mail_domain', domain: 'mail.shop.example', missing: ['dkim', 'dmarc'] },
      message:
        'DNS shows no DKIM (_domainkey) and no DMARC (_dmarc, v=DMARC1) of mail.shop.example, which mails are from: many receivers refuse them. It shows SPF (v=spf1). Add the records that the relay names.',
    },
  ])
})

it('A domain that does not exist has none', async () => {
  const { 'other.example': _, '_domainkey.other.example': _keys, '_dmarc.other.example': _policy, ...zone } = good
  expect(await findingsOf(zone)).toMatchObject([{ domain: 'other.example', missing: ['spf', 'dkim', 'dmarc'] }])
})

it('A resolver that does not answer is waited for no longer than its limit', async () => {
  const began = performance.now()
  const found = await findingsOf({ ...good, 'other.example': 'silent' })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(found).toMatchObject([
    {
      ...{ kind: 'mail_domain_unknown', domain: 'other.example', unknown: ['spf'] },
      message: expect.stringMatching(/^The resolver did not say in time whether other\.example, .* has SPF \(v=spf1\)\./),
    },
  ])
})

it('Nothing is asked without a relay', async () => {
  expect(await mailDomains({ mail: undefined }, openResolver(['127.0.0.1:1'], 100))).toEqual([])
})
