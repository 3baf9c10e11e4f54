/**
 * `npm run bench -- lengths`: what each text that a client chooses takes, and what twice as much of it takes: about twice as
 * long, or a client with a long one could stop the server.
 */

import { onCopy } from './copy.ts'
import type { BenchDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { rehearse } from './rehearsal.ts'
import type { Section } from './report.ts'
import { sender } from './send.ts'
import { startServer } from './server.ts'
import { type Text, texts } from './texts.ts'

const mostRatio = 3

/** The time below which a text of full length is not examined: a multiple of it does no harm. */
const littleMilliseconds = 3

/** How often each length is sent; the quickest counts, since all else that the machine does only makes it slower. */
const tries = 10
/** How often that is done again where a text seems to grow: a busy machine makes it seem so, and will not each time. */
const rounds = 3

type Line = { title: string; short: number; half: number; full: number; ratio: number | undefined; statuses: string }

export const lengths = (database: BenchDatabase): Promise<Section> =>
  onCopy(
    database,
    async (copy) => {
      const { headers } = await rehearse(copy, [], async () => {})
      const server = await startServer(copy.environment, { settings: { TRUST_PROXY: '1' } })
      try {
        const send = sender(server.address, 1)
        const lines: Line[] = []
        for (const text of texts) {
          process.stderr.write(`${database.name}: ${text.title}\n`)
          lines.push(
            await measure(text, async (length) => {
              const message = text.message(length)
              const answer = await send({ ...message, headers: { ...headers, ...message.headers } })
              if (answer.status < 500) return answer
              throw new Error(`${text.title}, ${length} characters: ${answer.status} ${answer.body.slice(0, 300)}`)
            }),
          )
        }
        return report(database, lines)
      } finally {
        await server.stop()
      }
    },
    'lengths',
  )

type Send = (length: number) => Promise<{ status: number; milliseconds: number }>

async function measure({ title, length }: Text, send: Send): Promise<Line> {
  const sizes = [8, length, 2 * length]
  const quickest = sizes.map(() => Number.POSITIVE_INFINITY)
  const statuses = new Set<number>()
  for (let round = 1; ; round += 1) {
    for (let time = 0; time < tries; time += 1) {
      for (const [index, size] of sizes.entries()) {
        const { status, milliseconds } = await send(size)
        statuses.add(status)
        quickest[index] = Math.min(quickest[index] ?? 0, milliseconds)
      }
    }
    const line = lineOf(title, quickest, statuses)
    if (round === rounds || (line.ratio ?? 0) <= mostRatio) return line
  }
}

function lineOf(title: string, [short = 0, half = 0, full = 0]: number[], statuses: Set<number>): Line {
  // The time of any request would hide that of the text.
  const ratio = full - short < littleMilliseconds ? undefined : (full - short) / Math.max(half - short, littleMilliseconds / 10)
  return { title, short, half, full, ratio, statuses: [...statuses].join(', ') }
}

function report({ name }: BenchDatabase, lines: Line[]): Section {
  const over = lines.filter(({ ratio = 0 }) => ratio > mostRatio)
  const rows = lines.map(({ title, short, half, full, ratio = Number.NaN, statuses }) => [
    title,
    statuses,
    short.toFixed(1),
    half.toFixed(1),
    full.toFixed(1),
    Number.isNaN(ratio) ? '-' : `${ratio.toFixed(1)}×`,
    ratio > mostRatio ? 'grows' : '',
  ])
  return {
    name: 'lengths',
    isOver: over.length > 0,
    figures: { database: name, lines },
    text: [
      `${name}: texts of half and of full length (about as long as is read), the quickest of ${tries} or more each, in milliseconds`,
      ...aligned([['text', 'status', 'short', 'half', 'full', 'ratio', ''], ...rows], 2),
      `ratio: what full length takes beyond a short text, to what half of it takes; not told where that is under ${littleMilliseconds} ms`,
      `limit: ${mostRatio}×: ${over.length === 0 ? 'held by all' : `${over.length} of ${lines.length} are over`}`,
    ].join('\n'),
  }
}
