/** The bundle of the Desk stays small: a page is there quickly on a phone too. */
import { fork } from 'node:child_process'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Bundled } from '../../src/pages/bundle.ts'

const page = new URL('../../src/desk/page/', import.meta.url)
const maxBytes = 150 * 1_024
const maxFiguresBytes = 40 * 1_024

const bundle = (): Promise<Bundled> =>
  new Promise((resolve, reject) => {
    const task = JSON.stringify(['main.tsx', 'style.css'].map((name) => new URL(name, page).href))
    const program = new URL('../../src/pages/esbuild.ts', import.meta.url)
    const child = fork(program, [task], { execArgv: [], serialization: 'advanced' })
    child.once('message', (made) => resolve(made as Bundled))
    child.once('error', reject)
  })

it('The Desk has at most 150 KiB compressed, and Figures 40 more, whose charts no other page loads', async () => {
  const { files } = await bundle()
  const sizes = Object.entries(files).map(([name, { gzip }]) => ({ name, bytes: gzip.length }))
  const isFigures = ({ name }: { name: string }) => name.startsWith('figures-')
  const sum = (some: typeof sizes) => some.reduce((all, { bytes }) => all + bytes, 0)
  expect(sizes.filter(isFigures)).toHaveLength(1)
  expect(sum(sizes.filter((each) => !isFigures(each)))).toBeLessThan(maxBytes)
  expect(sum(sizes.filter(isFigures))).toBeLessThan(maxFiguresBytes)
  const withCharts = Object.entries(files).filter(
    ([name, { gzip }]) => name.endsWith('.js') && gunzipSync(gzip).includes('u-over'),
  )
  expect(withCharts.map(([name]) => name)).toEqual(sizes.filter(isFigures).map(({ name }) => name))
})
