/** A body is what was sent, however it is cut on its way and however soon the app asks for it. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readBytes } from '../../src/http/body-bytes.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { host, type Listening, last, lines, listen, open, send } from './wire.ts'

const text = '{"name":"Ölçü 🧦"}'
const length = Buffer.byteLength(text)

/** What is waited for before the body is read: nothing, the promises at hand, or all that has come. */
const pauses: Record<string, () => unknown> = { 'at once': () => {}, soon: async () => {}, later: () => sleep(20) }

const withLength = (...others: string[]) => lines('POST / HTTP/1.1', host, `Content-Length: ${length}`, ...others)
const chunked = lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked', last)
const chunk = (part: string) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`
const half = text.length / 2

const ways: Record<string, string[]> = {
  'together with the headers': [withLength(last) + text],
  'after them': [withLength(last), text],
  'in two parts': [withLength(last) + text.slice(0, half), text.slice(half)],
  'cut everywhere': [withLength(last), ...text],
  'in one chunk': [`${chunked}${chunk(text)}0\r\n\r\n`],
  'in two chunks together': [`${chunked}${chunk('{"name":')}${chunk(text.slice(8))}0\r\n\r\n`],
  'in two chunks apart': [`${chunked}${chunk('{"name":')}`, chunk(text.slice(8)), '0\r\n\r\n'],
  'three times together': [`${(withLength() + text).repeat(2)}${withLength(last)}${text}`],
  'three times apart': [withLength() + text, withLength(), text, withLength(last) + text],
  'behind one that nobody reads': [`${lines('GET / HTTP/1.1', host, 'Content-Length: 3')}abc${withLength(last)}${text}`],
}

it.each(Object.keys(pauses).flatMap((pause) => Object.keys(ways).map((way) => [way, pause] as const)))(
  '%s, read %s',
  async (way, pause) => {
    const to = await listen({
      async handle({ method, body }: HttpRequest) {
        const parts: Uint8Array[] = []
        if (method === 'POST') {
          await pauses[pause]?.()
          await body.read((part) => parts.push(part), 0)
        }
        const read = Buffer.concat(parts).toString('base64')
        return { status: 200, headers: { 'Content-Length': String(read.length) }, body: read }
      },
    })
    const answers = await send(to, ...(ways[way] ?? []))
    const read = answers.map(({ body }) => Buffer.from(body, 'base64').toString())
    const expected = way.startsWith('three') ? [text, text, text] : way.startsWith('behind') ? ['', text] : [text]
    expect(read).toEqual(expected)
  },
)

it('far beyond what is read of it, the answer comes all the same, and the connection goes on', async () => {
  const to = await listen({
    async handle({ body }: HttpRequest) {
      const tooLong = () => {
        throw new RangeError()
      }
      const status = await Promise.try(() => body.read(tooLong, 1_000)).then(
        () => 200,
        () => 413,
      )
      return { status, headers: { 'Content-Length': '0' }, body: '' }
    },
  })
  const long = chunked.replace(`${last}\r\n`, '') + chunk('x'.repeat(65_536)).repeat(80)
  const answers = await send(to, `${long}0\r\n\r\n${lines('GET / HTTP/1.1', host, last)}`)
  expect(answers.map(({ status }) => status)).toEqual([413, 200])
})

it.each([
  ['that nobody reads', () => Promise.resolve(200)],
  ['that is refused', refusing],
])('in chunks of a byte without end %s, the answer comes, and then the connection ends', async (_whose, answered) => {
  const to = await listen({
    async handle({ body }: HttpRequest) {
      return { status: await answered(body), headers: { 'Content-Length': '0' }, body: '' }
    },
  })
  const read = bytesRead(to)
  const socket = open(to)
  // What is written just then fails, which is no matter here.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let answer = ''
  socket.on('data', (part) => (answer += part))
  socket.write(lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked'))
  const chunks = chunk('x').repeat(10_000)
  const flood = setInterval(() => socket.writableNeedDrain || socket.write(chunks), 1)
  await closed
  clearInterval(flood)
  expect(answer).toMatch(/^HTTP\/1\.1 (200|413) /)
  // A thousand of six bytes each, and what came together with them.
  expect(read()).toBeLessThan(4 * oneReading)
})

it('in small chunks that waits for its turn is read no further than there is room for it, and comes as a whole', async () => {
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>()
  const to = await listen({
    async handle({ method, body }: HttpRequest) {
      let length = 0
      if (method === 'GET') await turn
      else await body.read((part) => (length += part.length), 0)
      return { status: 200, headers: { 'Content-Length': String(String(length).length) }, body: String(length) }
    },
  })
  const read = bytesRead(to)
  const waiting = `${lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked')}${chunk('x').repeat(20_000)}0\r\n\r\n`
  const answers = send(to, lines('GET / HTTP/1.1', host), waiting.repeat(8), lines('GET / HTTP/1.1', host, last))
  await sleep(200)
  expect(read()).toBeLessThan(4 * oneReading)
  begin()
  expect((await answers).map(({ body }) => body)).toEqual(['0', ...Array(8).fill('20000'), '0'])
})

it('in chunks small and large comes in their order, also where more small ones come together than are joined at once', async () => {
  const to = await listen({
    async handle({ method, body }: HttpRequest) {
      const parts: Uint8Array[] = []
      if (method === 'POST') {
        await sleep(10)
        await body.read((part) => parts.push(part), 0)
      }
      const read = Buffer.concat(parts).toString('latin1')
      return { status: 200, headers: { 'Content-Length': String(read.length) }, body: read }
    },
  })
  const sizes = [1, 3, 1_500, 2, 1_023, 1_024, ...Array(60).fill(999), 5_000, 1]
  const chunks = sizes.map((size, index) => String.fromCharCode(97 + (index % 26)).repeat(size))
  const sent = `${lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked')}${chunks.map(chunk).join('')}0\r\nTrailer: x\r\n\r\n`
  const answers = await send(to, sent.repeat(2), lines('GET / HTTP/1.1', host, last))
  expect(answers.map(({ body }) => body)).toEqual([chunks.join(''), chunks.join(''), ''])
})

it('in more than 16,384 small chunks is refused, also where they come together', async () => {
  const to = await listen({
    async handle(request: HttpRequest) {
      const refused = await Promise.try(() =>
        readBytes(request, 1_048_576, { holder: 'chunks', charge: () => {} }, () => ''),
      ).then(
        () => '',
        (error: Error) => error.message,
      )
      return { status: 200, headers: { 'Content-Length': String(refused.length) }, body: refused }
    },
  })
  const bodyOf = async (chunks: number) => {
    const [answer] = await send(to, `${chunked}${chunk('x').repeat(chunks)}0\r\n\r\n`)
    return answer?.body
  }
  expect(await bodyOf(16_384)).toBe('')
  expect(await bodyOf(16_385)).toBe('The body comes in more than 16384 parts.')
})

it('in many small chunks that come together behind its answer, it is read away, and the connection goes on', async () => {
  const to = await listen({ handle: async () => ({ status: 200, headers: { 'Content-Length': '0' }, body: '' }) })
  const small = `${chunk('x').repeat(2_000)}0\r\n\r\n`
  const answers = await send(
    to,
    lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked'),
    small,
    lines('GET / HTTP/1.1', host, last),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

/** As much as Node reads of a connection at once. */
const oneReading = 65_536

/** Tells how much the server has read of the next connection. */
function bytesRead({ server }: Listening): () => number {
  let socket: Socket | undefined
  server.once('connection', (next) => {
    socket = next
  })
  return () => socket?.bytesRead ?? 0
}

async function refusing(body: HttpRequest['body']): Promise<number> {
  const refuse = () => {
    throw new RangeError()
  }
  return Promise.try(() => body.read(refuse, 1_048_576)).then(
    () => 200,
    () => 413,
  )
}
