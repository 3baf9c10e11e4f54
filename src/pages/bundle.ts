/** The bundle of a page's own modules: made at the first visit by esbuild in a process of its own, and kept by browsers for good. */
import { fork } from 'node:child_process'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Pay, sendingPoints } from '../budget/sending.ts'
import { acceptedEncoding, type Encoding } from '../http/encoding.ts'
import type { HttpAnswer, HttpHeaders, HttpRequest } from '../http/exchange.ts'
import { once } from '../values/once.ts'
import { assetHeaders, plainFactor } from './assets.ts'

/** The files of a bundle by their names, such as `main.js`, in each encoding, under a hash of them all. */
export type Bundled = { hash: string; files: Record<string, Record<Encoding, Uint8Array>> }

type Bundle = {
  /** The path of the files, with a hash of what is in them. */
  base(): Promise<string>
  /** Answers a file, when it is paid for, or undefined when the path is none of them. */
  answer(request: HttpRequest, pay: Pay): Promise<HttpAnswer | undefined>
}

/**
 * Makes the bundle of a page.
 *
 * @param at the path above its files: `/desk/assets/`.
 * @param entries files, as URLs, whose names are those of the files of the bundle: `main.tsx` → `main.js`.
 * @param headers of the page, which its workers obey too.
 */
export function createBundle(at: string, entries: readonly URL[], headers: HttpHeaders): Bundle {
  const bundled = once(() => make(entries))
  const base = async () => `${at}${(await bundled()).hash}/`
  return {
    base,
    async answer(request, pay) {
      if (!request.path.startsWith(at)) return undefined
      const { files } = await bundled()
      const start = await base()
      const name = request.path.startsWith(start) ? request.path.slice(start.length) : ''
      if (!Object.hasOwn(files, name)) return undefined
      const encoding = acceptedEncoding(request.header('accept-encoding'))
      const bytes = (files[name] as Record<Encoding, Uint8Array>)[encoding ?? 'gzip']
      await pay(sendingPoints(bytes.length) * (encoding === undefined ? plainFactor : 1))
      const answered = { status: 200, headers: { ...headers, ...assetHeaders(request.path) } }
      if (encoding === undefined) return { ...answered, body: Readable.from([bytes]).pipe(createGunzip()) }
      answered.headers['Content-Encoding'] = encoding
      return { ...answered, body: bytes }
    },
  }
}

// The memory of esbuild is freed when its process ends; the compressed bytes alone are sent here.
const make = (entries: readonly URL[]) =>
  new Promise<Bundled>((resolve, reject) => {
    const task = JSON.stringify(entries.map(String))
    const child = fork(new URL('./esbuild.ts', import.meta.url), [task], { execArgv: [], serialization: 'advanced' })
    child.once('message', (made) => resolve(made as Bundled))
    child.once('error', reject)
    // Not at `exit`, which may be emitted while the message is still under way.
    child.once('close', () => reject(new Error('The script of a page could not be bundled')))
  })
