/** Deliveries to a webhook's endpoint: their signature, their retries, and the addresses they never reach. */
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe as describeAlways, expect, inject, it, test } from 'vitest'
import { nextTry } from '../../src/consumers/schedule.ts'
import { pauses } from '../../src/webhooks/consumer.ts'
import { type Outside, post, publicResolver } from '../../src/webhooks/post.ts'
import { isPublicAddress } from '../../src/webhooks/public-address.ts'
import { newSigningSecret, signedHeaders } from '../../src/webhooks/signature.ts'
import { certificate, key } from './certificate.ts'

// It opens no database, so that once is enough.
const describe = describeAlways.skipIf('dataDir' in inject('template'))

describe('A signature', () => {
  const body = JSON.stringify({ id: 'evt_1', name: 'Zoë 漢字 🧺' })

  it('is what the library of the specification verifies', () => {
    const secret = newSigningSecret()
    const headers = signedHeaders('evt_1', new Date(), body, [secret])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow()
  })

  it('is made with both secrets while a rotation overlaps', () => {
    const secrets = [newSigningSecret(), newSigningSecret()]
    const headers = signedHeaders('evt_2', new Date(), body, secrets)
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  })
})

describe('A delivery that failed', () => {
  it('is tried ten times in all, with pauses that grow, and is given up within three days', () => {
    for (const chance of [0, 0.5, 1]) {
      let now = new Date('2027-01-01T00:00:00Z')
      const began = now
      let tries = 1
      for (let next = nextTry(pauses, tries, now, chance); next; next = nextTry(pauses, tries, now, chance)) {
        now = next
        tries += 1
      }
      expect(tries).toBe(10)
      expect(now.getTime() - began.getTime()).toBeLessThanOrEqual(72 * 3_600_000)
    }
    expect([...pauses].sort((one, other) => one - other)).toEqual(pauses)
  })
})

const privateAddresses = [
  ...['0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.8.8.8', '169.254.0.1'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:2::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '5f00::1', 'fc00::1', 'fd12:3456::1'],
  ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '', 'localhost', '127.1', '0x7f000001', '2130706433'],
]

test.each(privateAddresses)('%s is on no public network', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '192.167.1.1', '223.255.255.255', '2606:4700::1111', '2a00::1'])(
  '%s is on the public network',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

const running: Server[] = []
afterAll(() => {
  for (const server of running) server.close()
})

/** A receiver on this machine; answers its port. */
async function listening(server: Server): Promise<number> {
  running.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

const hereOnly: Outside = { allowsPrivate: true, resolve: async () => ['127.0.0.1'] }
const sent = (url: string) => ({ url, headers: { 'Webhook-Id': 'evt_3' }, body: '{"a":"ü"}' })

describe('A post', () => {
  it('goes to the address that its host was found to have, and brings back status and answer', async () => {
    const heard: unknown[] = []
    const port = await listening(
      createServer(async (request, response) => {
        const body = (await request.toArray()).join('')
        heard.push([request.method, request.url, request.headers['webhook-id'], request.headers.host, body])
        response.writeHead(202).end('taken')
      }),
    )
    const came = await post(sent(`http://no-such-host.invalid:${port}/hook?a=1`), hereOnly)
    expect(came).toMatchObject({ status: 202, answer: 'taken' })
    expect(heard).toEqual([['POST', '/hook?a=1', 'evt_3', `no-such-host.invalid:${port}`, '{"a":"ü"}']])
  })

  it('follows no redirect', async () => {
    let asked = 0
    const port = await listening(
      createServer((_request, response) => {
        asked += 1
        response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
      }),
    )
    expect(await post(sent(`http://here.invalid:${port}/`), hereOnly)).toMatchObject({ status: 302 })
    expect(asked).toBe(1)
  })

  it('asks no address of a private network, however it is spelt or found', async () => {
    let asked = 0
    const port = await listening(
      createPlainServer(() => {
        asked += 1
      }),
    )
    const found = (...addresses: string[]): Outside => ({ allowsPrivate: false, resolve: async () => addresses })
    const refused = { fault: expect.stringMatching(/^The host .* is on a private network\.$/) }
    const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '169.254.0.1']
    for (const host of hosts) expect(await post(sent(`https://${host}:${port}/`), found())).toMatchObject(refused)
    expect(await post(sent(`https://a.invalid:${port}/`), found('127.0.0.1'))).toMatchObject(refused)
    expect(await post(sent(`https://a.invalid:${port}/`), found('8.8.8.8', '10.0.0.1'))).toMatchObject(refused)
    expect(await post(sent(`https://a.invalid:${port}/`), found())).toMatchObject({ fault: 'The host a.invalid has no address.' })
    expect(await post(sent(`http://a.invalid:${port}/`), found('8.8.8.8'))).toMatchObject({ fault: 'Only https is asked.' })
    expect(asked).toBe(0)
  })

  it('reads a little of an answer that does not end', async () => {
    const port = await listening(
      createServer((_request, response) => {
        response.writeHead(500)
        const more = setInterval(() => response.write('x\u0000'.repeat(20_000)), 1)
        response.on('close', () => clearInterval(more))
      }),
    )
    const came = await post(sent(`http://here.invalid:${port}/`), hereOnly)
    expect(came).toMatchObject({ status: 500, answer: expect.stringMatching(/^x{100,1001}…?$/) })
  })

  it('ends after five seconds whatever the receiver does', async () => {
    const dripping = createServer((_request, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write('.'), 100)
      response.on('close', () => clearInterval(more))
    })
    const ports = [await listening(createPlainServer(() => {})), await listening(dripping)]
    const late = { fault: 'No answer within 5 seconds.' }
    const slow: Outside = { allowsPrivate: true, resolve: () => new Promise(() => {}) }
    const came = await Promise.all([
      ...ports.map((port) => post(sent(`http://here.invalid:${port}/`), hereOnly)),
      post(sent('http://here.invalid/'), slow),
    ])
    for (const each of came) {
      expect(each).toMatchObject(late)
      expect(each.milliseconds).toBeGreaterThanOrEqual(4_900)
    }
  })

  it('speaks TLS with whom the certificate is of, and with nobody else', async () => {
    const port = await listening(createTlsServer({ cert: certificate, key }, (_request, response) => void response.end('sealed')))
    const unknown = await post(sent(`https://here.invalid:${port}/`), hereOnly)
    expect(unknown).toMatchObject({ fault: expect.stringContaining('self-signed') })
    setDefaultCACertificates([...getCACertificates('default'), certificate])
    expect(await post(sent(`https://here.invalid:${port}/`), hereOnly)).toMatchObject({ status: 200, answer: 'sealed' })
    const another = await post(sent(`https://there.invalid:${port}/`), hereOnly)
    expect(another).toMatchObject({ fault: expect.stringContaining('there.invalid') })
  })

  it('says that nobody listens, or that TLS is not spoken', async () => {
    const port = await listening(createPlainServer((socket) => socket.end('no TLS')))
    expect(await post(sent(`https://here.invalid:${port}/`), hereOnly)).toMatchObject({ fault: expect.any(String) })
    expect(await post(sent('http://here.invalid:1/'), hereOnly)).toMatchObject({ fault: expect.stringContaining('ECONNREFUSED') })
  })

  it('finds no address for a name that DNS does not know', async () => {
    expect(await publicResolver()('no-such-host.invalid')).toEqual([])
  })
})
