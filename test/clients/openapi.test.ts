/** Clients generated from the OpenAPI document have fitting types and run, and a linter of OpenAPI finds no fault. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address } from './ask.ts'

const folder = mkdtempSync(join(tmpdir(), 'tandem-openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))
const packages = resolve(import.meta.dirname, 'node_modules')
const node = resolve(import.meta.dirname, '../../node_modules/.bin/node')
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const env = { PATH: process.env.PATH, HOME: folder, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const run = (tool: string, ...args: string[]) =>
  execFileSync(node, [resolve(packages, '.bin', tool), ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe', env })

const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  target: 'esnext',
  module: 'nodenext',
  rewriteRelativeImportExtensions: true,
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  outDir: 'out',
}

/** Checks the types of a program, compiles it and runs it. @returns the JSON that it prints. */
function runProgram(name: string, text: string): unknown {
  write(`${name}.ts`, text)
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  const { stdout, status } = spawnSync(node, [resolve(packages, '.bin/tsc')], { cwd: folder, encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  return JSON.parse(execFileSync(node, [`out/${name}.js`], { cwd: folder, encoding: 'utf8' }))
}

beforeAll(async () => {
  symlinkSync(packages, join(folder, 'node_modules'))
  write('package.json', '{"type":"module"}')
  write('openapi.json', await (await fetch(`${address}/openapi.json`)).text())
}, 60_000)

describe('The linter of Redocly', () => {
  it('recommends nothing', {
    timeout: 120_000,
  }, () => {
    // The contract writes a slash at the end of paths. A record's id is a number, so that `external_id` in its place is not ambiguous.
    const rules = 'no-path-trailing-slash: off\n  no-ambiguous-paths: off'
    write('redocly.yaml', `extends:\n  - recommended\nrules:\n  ${rules}\n`)
    const problems = spawnSync(
      node,
      [resolve(packages, '.bin/redocly'), 'lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'json'],
      {
        cwd: folder,
        encoding: 'utf8',
        env,
      },
    )
    const report = JSON.parse(problems.stdout.slice(problems.stdout.indexOf('{')))
    const found = report.problems.map(
      ({ ruleId, message, location }: { ruleId: string; message: string; location: { pointer: string }[] }) =>
        [ruleId, message, location[0]?.pointer].join(' '),
    )
    expect(found).toEqual([])
  })
})

const asksAndPrints = `
const { data: list } = await listOrders()
const first = list?.results[0]
const { data: order } = await getOrder(first?.id ?? 0)
const { data: noted } = await note(first?.id ?? 0)
const { error, response } = await refused()
console.log(JSON.stringify({
  count: list?.results.length, same: order?.id === first?.id, placed: typeof order?.placed_at, note: noted?.note,
  errors: error?.errors.length, status: response?.status,
}))
`
const expected = { count: 2, same: true, placed: 'string', note: 'by a generated client', errors: 1, status: 404 }

describe('openapi-typescript and openapi-fetch', () => {
  it('make a client that fits by its types, and runs', { timeout: 120_000 }, () => {
    run('openapi-typescript', 'openapi.json', '-o', 'paths.ts')
    const program = `
      import createClient from 'openapi-fetch'
      import type { paths } from './paths.ts'
      const client = createClient<paths>({ baseUrl: '${address}', headers: { Authorization: 'Bearer demo.demo-secret' } })
      const at = (order_id: number) => ({ params: { path: { order_id } } })
      const listOrders = () => client.GET('/v1/orders/', {
        params: { query: { limit: 2, placed_at__gt: '2020-01-01T00:00:00Z', status__in: ['open', 'closed'], sort: ['-placed_at', 'id'] } },
      })
      const getOrder = (id: number) => client.GET('/v1/orders/{order_id}/', at(id))
      const note = (id: number) => client.PUT('/v1/orders/{order_id}/', { ...at(id), body: { note: 'by a generated client' } })
      const refused = () => client.GET('/v1/orders/{order_id}/', at(999999))
      // @ts-expect-error such a status there is not
      void (() => client.GET('/v1/orders/', { params: { query: { status: 'gone' } } }))
      ${asksAndPrints}`
    expect(runProgram('fetching', program)).toEqual(expected)
  })
})

describe('@hey-api/openapi-ts', () => {
  it('makes a client that fits by its types, and runs', { timeout: 120_000 }, () => {
    run('openapi-ts', '-i', 'openapi.json', '-o', 'client', '-c', '@hey-api/client-fetch')
    const program = `
      import { client } from './client/client.gen.js'
      import * as api from './client/index.js'
      client.setConfig({
        baseUrl: '${address}',
        auth: ({ scheme }) => (scheme === 'bearer' ? 'demo.demo-secret' : undefined),
      })
      const listOrders = () => api.listOrders({
        query: { limit: 2, placed_at__gt: '2020-01-01T00:00:00Z', status__in: ['open', 'closed'], sort: ['-placed_at', 'id'] },
      })
      const getOrder = (order_id: number) => api.getOrder({ path: { order_id } })
      const note = (order_id: number) => api.updateOrder({ path: { order_id }, body: { note: 'by a generated client' } })
      const refused = () => api.getOrder({ path: { order_id: 999999 } })
      ${asksAndPrints}`
    expect(runProgram('hey', program)).toEqual(expected)
  })
})
