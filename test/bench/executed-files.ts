/** Loaded into a measured server: replies to each message with the files of `src` that had a function executed since the last one. */
import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'
import { root } from './database.ts'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const source = `${pathToFileURL(root)}/src/`

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const executed = result.filter(({ url, functions }) => {
    return url.startsWith(source) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
  })
  process.send?.(executed.map(({ url }) => url.slice(source.length)).sort())
})
