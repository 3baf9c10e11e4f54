/** What bodies may hold of the memory, each and together. */
import { expect, it } from 'vitest'
import { readBytes } from '../../src/http/body-bytes.ts'

const mebibyte = 1_048_576
const free = { charge: () => {} }

/** A request whose body comes up to its last byte, which waits until it is told to come. */
function almostWhole() {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(chunk)
      await promise
      controller.close()
    },
  })
  const request = new Request('http://localhost/graphql', { method: 'POST', body, duplex: 'half' } as RequestInit)
  return { end, bytes: readBytes(request, mebibyte, free) }
}
// One and the same for all, so that the test holds no more than that.
const chunk = new Uint8Array(mebibyte)

it('Bodies that arrive at once hold at most 64 MiB together; what comes beyond is 503, and taken again when they have ended', async () => {
  const waiting = Array.from({ length: 64 }, almostWhole)
  // Each has been read up to here.
  await new Promise((turn) => setTimeout(turn, 50))
  await expect(almostWhole().bytes).rejects.toMatchObject({
    extensions: { code: 'UNAVAILABLE' },
    message: 'Too many large bodies arrive at once; try again shortly.',
  })
  const [first] = waiting
  first?.end()
  await expect(first?.bytes).resolves.toHaveLength(mebibyte)
  const next = almostWhole()
  for (const { end } of [...waiting, next]) end()
  await expect(next.bytes).resolves.toHaveLength(mebibyte)
  await Promise.all(waiting.map(({ bytes }) => bytes))
})
