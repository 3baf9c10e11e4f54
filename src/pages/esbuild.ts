/** Runs as a short-lived process of its own: bundles the modules of a page, compresses the files and hands the bytes over. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import type { Bundled } from './bundle.ts'

const entries = (JSON.parse(process.argv[2] ?? '[]') as string[]).map((entry) => fileURLToPath(entry))

const { outputFiles } = await build({
  entryPoints: entries,
  bundle: true,
  splitting: true,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  minify: true,
  // Licences of packages ask for their notice.
  legalComments: 'eof',
  charset: 'utf8',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
  outdir: '/bundle',
  logLevel: 'warning',
})

const hash = createHash('sha256')
const files: Bundled['files'] = {}
for (const { path, contents } of outputFiles) {
  hash.update(contents)
  const br = await promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  files[basename(path)] = { br, gzip: await promisify(gzip)(contents) }
}

process.send?.({ hash: hash.digest('hex').slice(0, 12), files } satisfies Bundled)
