/** A body is what was sent, however it is cut on its way and however soon the app asks for it. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ArrivingBody, readBytes } from '../../src/http/body.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { Refusal } from '../../src/values/errors.ts'
import { host, type Listening, last, lines, listen, open, send } from './wire.ts'

const text = '{"name":"Ölçü 🧦"}'
const length = Buffer.byteLength(text)

/** The wait before the body is read: none, for the promises at hand, or for all that has come. */
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
        if (method === 'POST') await pauses[pause]?.()
        const read = Buffer.from(method === 'POST' ? await body.bytes() : []).toString('base64')
        return { status: 200, headers: { 'Content-Length': String(read.length) }, body: read }
      },
    })
    const answers = await send(to, ...(ways[way] ?? []))
    const read = answers.map(({ body }) => Buffer.from(body, 'base64').toString())
    const expected = way.startsWith('three') ? [text, text, text] : way.startsWith('behind') ? ['', text] : [text]
    expect(read).toEqual(expected)
  },
)

const answer = (status: number, body: string) => ({ status, headers: { 'Content-Length': String(body.length) }, body })
const readAll = ({ body }: HttpRequest) =>
  Promise.try(() => body.bytes()).then(
    (bytes) => answer(200, String(bytes.length)),
    (error: Error) => answer(413, error.message),
  )

it('beyond the limit, the answer comes all the same, and the connection goes on', async () => {
  const to = await listen({ handle: readAll }, { bodyBytes: 1_000 })
  const long = chunked.replace(`${last}\r\n`, '') + chunk('x'.repeat(65_536)).repeat(8)
  const answers = await send(to, `${long}0\r\n\r\n${lines('GET / HTTP/1.1', host, last)}`)
  expect(answers.map(({ status }) => status)).toEqual([413, 200])
})

it.each([
  ['that is never read', async () => ({ status: 200, headers: {}, body: '' })],
  ['that is refused', readAll],
])('in chunks of a byte without end %s, the answer comes, and then the connection ends', async (_which, handle) => {
  const to = await listen({ handle })
  const read = bytesRead(to)
  const socket = open(to)
  // A write at that moment fails, which does not matter here.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let answer = ''
  socket.on('data', (part) => (answer += part))
  socket.write(lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked'))
  const chunks = chunk('x').repeat(10_000)
  const flood = setInterval(() => socket.writableNeedDrain || socket.write(chunks), 1)
  await closed
  clearInterval(flood)
  expect(answer).toMatch(/^HTTP\/1\.1 (200|413) /)
  expect(read()).toBeLessThan(64 * 1_048_576)
})

it('in chunks small and large comes in their order', async () => {
  const to = await listen({
    async handle({ method, body }: HttpRequest) {
      const read = method === 'POST' ? Buffer.from(await body.bytes()).toString('latin1') : ''
      return { status: 200, headers: { 'Content-Length': String(read.length) }, body: read }
    },
  })
  const sizes = [1, 3, 1_500, 2, 1_023, 1_024, ...Array(60).fill(999), 5_000, 1]
  const chunks = sizes.map((size, index) => String.fromCharCode(97 + (index % 26)).repeat(size))
  const sent = `${lines('POST / HTTP/1.1', host, 'Transfer-Encoding: chunked')}${chunks.map(chunk).join('')}0\r\nTrailer: x\r\n\r\n`
  const answers = await send(to, sent.repeat(2), lines('GET / HTTP/1.1', host, last))
  expect(answers.map(({ body }) => body)).toEqual([chunks.join(''), chunks.join(''), ''])
})

it('in more than 16,384 small chunks is refused', async () => {
  const to = await listen({ handle: readAll })
  const answerTo = async (chunks: number) => (await send(to, `${chunked}${chunk('x').repeat(chunks)}0\r\n\r\n`))[0]?.body
  expect(await answerTo(16_384)).toBe('16384')
  expect(await answerTo(16_385)).toBe('The body comes in more than 16384 parts.')
})

const mebibyte = 1_048_576
const ofOne = (address: string, count: number) =>
  Array.from({ length: count }, () => {
    const body = new ArrivingBody(mebibyte, address)
    body.take(new Uint8Array(mebibyte))
    return body
  })

it('Large bodies under way hold at most 16 MiB for one address and 64 MiB for all; small ones are always collected', async () => {
  const refused = 'Too many large bodies arrive at once; try again shortly.'
  const waiting = ofOne('one', 16)
  expect(() => ofOne('one', 1)[0]?.bytes()).toThrow(refused)
  waiting.push(...['two', 'three', 'four'].flatMap((address) => ofOne(address, 16)))
  expect(() => ofOne('five', 1)[0]?.bytes()).toThrow(refused)
  const small = new ArrivingBody(mebibyte, 'one')
  small.take(new Uint8Array(65_536))
  small.end()
  expect(small.bytes()).toHaveLength(65_536)
  for (const body of waiting) body.end()
  for (const body of waiting) expect(body.bytes()).toHaveLength(mebibyte)
  const [next] = ofOne('one', 1)
  next?.end()
  expect(next?.bytes()).toHaveLength(mebibyte)
})

it('A body that breaks off gives back what it held', () => {
  for (let time = 0; time < 40; time += 1) {
    const [body] = ofOne('six', 1)
    body?.fail(() => new Refusal('BAD_INPUT', 'gone'))
    expect(() => body?.bytes()).toThrow('gone')
  }
})

it('A body whose request is answered before its end gives back what it held', async () => {
  const to = await listen({ handle: () => sleep(20, answer(429, '')) }, { bodyBytes: 8 * mebibyte })
  const begun = `${lines('POST / HTTP/1.1', host, `Content-Length: ${8 * mebibyte}`)}${'x'.repeat(mebibyte)}`
  for (let time = 0; time < 20; time += 1) {
    const socket = open(to)
    socket.write(begun)
    await once(socket, 'data')
    socket.destroy()
  }
  const reading = await listen({ handle: readAll }, { bodyBytes: 8 * mebibyte })
  const whole = 'x'.repeat(200_000)
  const [read] = await send(reading, `${lines('POST / HTTP/1.1', host, `Content-Length: ${whole.length}`, last)}${whole}`)
  expect(read?.body).toBe(String(whole.length))
})

it('A body pays for its bytes and for its parts, also one that is refused', async () => {
  const paid: number[] = []
  const read = (count: number, bytes: number) => {
    const body = new ArrivingBody(mebibyte, 'seven')
    for (let part = 0; part < count; part += 1) body.take(new Uint8Array(bytes))
    body.end()
    return readBytes({ body, header: () => undefined }, mebibyte, { charge: (points) => void paid.push(points) })
  }
  for (const [count, bytes] of [
    [1, 40_000],
    [511, 1],
    [1_024, 1],
    [1_024, 64],
  ] as const)
    await read(count, bytes)
  await expect(read(16_385, 1)).rejects.toThrow('parts')
  expect(paid).toEqual([2, 0, 2, 6, 32])
})

/** Tells how much the server has read of the next connection. */
function bytesRead({ server }: Listening): () => number {
  let socket: Socket | undefined
  server.once('connection', (next) => {
    socket = next
  })
  return () => socket?.bytesRead ?? 0
}
