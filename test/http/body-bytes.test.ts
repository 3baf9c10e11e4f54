/** What bodies may hold of the memory, each and together. */
import { expect, it } from 'vitest'
import { readBytes } from '../../src/http/body-bytes.ts'
import { requestOf } from '../../src/http/fetch.ts'

const mebibyte = 1_048_576

/** A request whose body comes up to its last byte, which waits until it is told to come. */
function almostWhole(holder: string, size = mebibyte) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(chunk.subarray(0, size))
      await promise
      controller.close()
    },
  })
  const request = new Request('http://localhost/graphql', { method: 'POST', body, duplex: 'half' } as RequestInit)
  return { end, bytes: readBytes(requestOf(request, 'unknown'), mebibyte, { holder, charge: () => {} }, copied) }
}
/** What is given is used again for the next body. */
const copied = (bytes: Uint8Array) => new Uint8Array(bytes)
// One and the same for all, so that the test holds no more than that.
const chunk = new Uint8Array(mebibyte)

const refused = {
  extensions: { code: 'UNAVAILABLE' },
  message: 'Too many large bodies arrive at once; try again shortly.',
}
const ofOne = (holder: string, count: number) => Array.from({ length: count }, () => almostWhole(holder))
// Each has been read up to here.
const arrived = () => new Promise((turn) => setTimeout(turn, 50))

it('Large bodies that arrive at once hold at most 16 MiB for one holder and 64 MiB for all; small ones are always read', async () => {
  const waiting = ofOne('one', 16)
  await arrived()
  await expect(almostWhole('one').bytes).rejects.toMatchObject(refused)
  waiting.push(...['two', 'three', 'four'].flatMap((holder) => ofOne(holder, 16)))
  await arrived()
  await expect(almostWhole('five').bytes).rejects.toMatchObject(refused)
  const small = almostWhole('one', 65_536)
  small.end()
  await expect(small.bytes).resolves.toHaveLength(65_536)
  for (const { end } of waiting) end()
  for (const { bytes } of waiting) await expect(bytes).resolves.toHaveLength(mebibyte)
  const next = almostWhole('one')
  next.end()
  await expect(next.bytes).resolves.toHaveLength(mebibyte)
})

/** A body that comes in parts. */
function inParts(parts: readonly Uint8Array[], charge: (points: number) => void = () => {}) {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  const request = new Request('http://localhost/graphql', { method: 'POST', body, duplex: 'half' } as RequestInit)
  return readBytes(requestOf(request, 'unknown'), mebibyte, { holder: 'parts', charge }, copied)
}

it('A body comes as it was sent, in whatever parts', async () => {
  const sizes = [1, 1, 16_383, 16_384, 3, 16_381, 2, 20_000, 5, ...Array.from({ length: 5_000 }, (_, index) => 1 + (index % 9))]
  let next = 0
  const parts = sizes.map((size) => Uint8Array.from({ length: size }, () => next++ % 251))
  expect(Buffer.compare(await inParts(parts), Buffer.concat(parts))).toBe(0)
})

it('A body comes in at most 16,384 parts, each of which is read by itself', async () => {
  const one = Uint8Array.of(120)
  const parts = (count: number) => Array.from({ length: count }, () => one)
  await expect(inParts(parts(16_384))).resolves.toHaveLength(16_384)
  const sentence = 'The body comes in more than 16384 parts.'
  await expect(inParts(parts(16_385))).rejects.toMatchObject({ message: sentence, extensions: { code: 'BAD_INPUT' } })
})

it('A body pays for its bytes and for its parts, also one that is refused', async () => {
  const paid: number[] = []
  const charge = (points: number) => void paid.push(points)
  const parts = (count: number, bytes: number) => Array.from({ length: count }, () => new Uint8Array(bytes))
  for (const [count, bytes] of [
    [1, 40_000],
    [511, 1],
    [1_024, 1],
    [1_024, 64],
  ] as const)
    await inParts(parts(count, bytes), charge)
  await expect(inParts(parts(16_385, 1), charge)).rejects.toThrow('parts')
  expect(paid).toEqual([2, 0, 2, 6, 33])
})
