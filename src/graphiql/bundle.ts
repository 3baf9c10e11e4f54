/** Finds GraphiQL's bundle and keeps its parts, compressed, from the first time a browser asks for them. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import type { Encoding } from '../http/encoding.ts'
import { once } from '../values/once.ts'

/** The bundle's file exports its parts as texts, 9 MB in all. */
const file = () => createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql/graphiql')

/** The parts we serve, each with the name the package exports it by. */
const parts = {
  'graphiql.js': 'js',
  'graphiql.css': 'css',
  'editor-worker.js': 'editorWorkerService',
  'json-worker.js': 'jsonWorker',
  'graphql-worker.js': 'graphqlWorker',
} as const

export type PartName = keyof typeof parts

export const partNames = Object.keys(parts) as PartName[]

/** Answers a short hash of some content. */
export const shortHash = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12)

/** Answers a short hash of the whole bundle, read through without being kept. */
export const bundleHash = once(async () => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file())) hash.update(chunk)
  return hash.digest('hex').slice(0, 12)
})

type Parts = Record<PartName, Uint8Array<ArrayBuffer>>

// A process of its own does the loading, for a moment: what it needs for that (a worker thread left 40 MB behind) goes
// when it ends, and only the compressed bytes, 2 MB, come over.
const compressed = (encoding: Encoding) =>
  once(
    () =>
      new Promise<Parts>((resolve, reject) => {
        const task = JSON.stringify({ file: file(), parts, encoding })
        const child = fork(new URL('./compress.ts', import.meta.url), [task], { execArgv: [], serialization: 'advanced' })
        child.once('message', (made) => resolve(made as Parts))
        child.once('error', reject)
        // Not at `exit`, which may come while the message is still on its way.
        child.once('close', () => reject(new Error('GraphiQL could not be loaded')))
      }),
  )

/** Answers the bundle's parts in one encoding. */
export const bundle: Record<Encoding, () => Promise<Parts>> = {
  br: compressed('br'),
  gzip: compressed('gzip'),
}
