/** Loaded into a measured server: replies to each message with the calls of functions of `src` since the last one, by file. */
import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'
import { root } from './database.ts'

/** The calls of the functions of a file, by its path in `src`. */
export type Calls = Record<string, number>

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const source = `${pathToFileURL(root)}/src/`

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const calls: Calls = {}
  for (const { url, functions } of result) {
    const count = functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
    if (url.startsWith(source) && count > 0) calls[url.slice(source.length)] = count
  }
  process.send?.(calls)
})
