/** The assets of a page: parts of packages and files of our own, hashed and compressed once, and kept by browsers for good. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Pay, sendingPoints } from '../budget/sending.ts'
import { acceptedEncoding, type Encoding } from '../http/encoding.ts'
import type { HttpAnswer, HttpHeaders, HttpRequest } from '../http/exchange.ts'
import { tagOf } from '../http/representation.ts'
import { once } from '../values/once.ts'

/** The file of a part; with `exported`, the text that the file exports by that name. */
type AssetSource = { file: string; exported?: string }

type Assets<Name extends string> = {
  /** The address of each part; it has a hash of what is there. */
  addresses(): Promise<Record<Name, string>>
  /** Answers a part, when it is paid for, or undefined when the path is none of them. */
  answer(request: HttpRequest, pay: Pay): Promise<HttpAnswer | undefined>
}

/** How much dearer a part is that has to be decompressed for a client that takes none compressed, which no browser does. */
export const plainFactor = 4

/**
 * Makes the assets of a page.
 *
 * @param at the path above them: `/docs/assets/`.
 * @param sources the parts by their names, such as `start.js`.
 * @param headers of the page, which its workers obey too.
 */
export function createAssets<Name extends string>(
  at: string,
  sources: Record<Name, AssetSource>,
  headers: HttpHeaders,
): Assets<Name> {
  const names = Object.keys(sources) as Name[]
  const files = new Set(Object.values<AssetSource>(sources).map(({ file }) => file))
  const parts: Record<Encoding, () => Promise<Record<Name, Uint8Array>>> = {
    br: once(() => compress(sources, 'br')),
    gzip: once(() => compress(sources, 'gzip')),
  }
  // Read through once, when the first browser comes; nothing of it stays.
  const addresses = once(async () => {
    const hash = await hashOf(files)
    return Object.fromEntries(names.map((name) => [name, at + name.replace('.', `.${hash}.`)])) as Record<Name, string>
  })
  return {
    addresses,
    async answer(request, pay) {
      const { path } = request
      if (!path.startsWith(at)) return undefined
      const known = await addresses()
      const name = names.find((each) => known[each] === path)
      if (name === undefined) return undefined
      const encoding = acceptedEncoding(request.header('accept-encoding'))
      const bytes = (await parts[encoding ?? 'gzip']())[name]
      await pay(sendingPoints(bytes.length) * (encoding === undefined ? plainFactor : 1))
      const answered = { status: 200, headers: { ...headers, ...assetHeaders(path) } }
      if (encoding === undefined) return { ...answered, body: Readable.from([bytes]).pipe(createGunzip()) }
      answered.headers['Content-Encoding'] = encoding
      return { ...answered, body: bytes }
    },
  }
}

/** Headers of an asset whose address has a hash of what is in it. */
export const assetHeaders = (path: string): HttpHeaders => ({
  'Content-Type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
  'Cache-Control': 'public, max-age=31536000, immutable',
  ETag: tagOf(path),
})

async function hashOf(files: Iterable<string>): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex').slice(0, 12)
}

// A process of its own does the loading, for a moment: what it needs for that (a worker thread left 40 MB behind) goes
// when it ends, and only the compressed bytes, 2 MB, come over.
const compress = <Name extends string>(sources: Record<Name, AssetSource>, encoding: Encoding) =>
  new Promise<Record<Name, Uint8Array>>((resolve, reject) => {
    const task = JSON.stringify({ sources, encoding })
    const child = fork(new URL('./compress.ts', import.meta.url), [task], { execArgv: [], serialization: 'advanced' })
    child.once('message', (made) => resolve(made as Record<Name, Uint8Array>))
    child.once('error', reject)
    // Not at `exit`, which may come while the message is still on its way.
    child.once('close', () => reject(new Error('The assets of a page could not be loaded')))
  })
