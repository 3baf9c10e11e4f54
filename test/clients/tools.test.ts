/** Tools that read the schema: they find the roots that there are, and what they generate fits the server. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import { GraphQLFileLoader } from '@graphql-tools/graphql-file-loader'
import { JsonFileLoader } from '@graphql-tools/json-file-loader'
import { loadSchema } from '@graphql-tools/load'
import { buildSchema, getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, headers, manual, schemaText, url } from './ask.ts'

const folder = mkdtempSync(join(tmpdir(), 'tandem-tools-'))
afterAll(() => rmSync(folder, { recursive: true }))
const packages = resolve(import.meta.dirname, 'node_modules')
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = (tool: string, ...args: string[]) =>
  execFileSync(resolve(packages, '.bin', tool), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['esnext', 'dom'],
  types: [],
  plugins: [{ name: 'gql.tada/ts-plugin', schema: './schema.graphql', tadaOutputLocation: './graphql-env.d.ts' }],
}

/** The type errors of a file; none are expected. */
function faults(file: string): string {
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout } = spawnSync(resolve(packages, '.bin/tsc'), [], { cwd: folder, encoding: 'utf8' })
  return stdout
}

const query = `query Dashboard($first: Int, $nodeId: ID!) {
  subscriptions(first: $first, filter: { status: { in: [active, past_due] } }) { nodes { id nodeId status note customer { name } } }
  node(nodeId: $nodeId) { __typename nodeId ... on Order { total } }
  events(types: [order_created]) { nodes { type changes } }
}`

beforeAll(() => {
  symlinkSync(packages, join(folder, 'node_modules'))
  write('schema.graphql', schemaText)
})

describe('graphql-tools', () => {
  it('loads the printed schema, and does not take a record for the root of subscription operations', async () => {
    const schema = await loadSchema(join(folder, 'schema.graphql'), { loaders: [new GraphQLFileLoader()] })
    expect(schema.getQueryType()?.name).toBe('Query')
    expect(Object.keys(schema.getSubscriptionType()?.getFields() ?? {})).toEqual(['events'])
    expect(schema.getType('CustomerSubscription')).toBeDefined()
  })

  it('loads what the server says of its schema, likewise', async () => {
    const { data, errors } = await ask(getIntrospectionQuery())
    expect(errors).toBeUndefined()
    write('schema.json', JSON.stringify(data))
    const schema = await loadSchema(join(folder, 'schema.json'), { loaders: [new JsonFileLoader()] })
    expect(Object.keys(schema.getSubscriptionType()?.getFields() ?? {})).toEqual(['events'])
    expect(Object.keys(schema.getTypeMap()).sort()).toEqual(Object.keys(buildSchema(schemaText).getTypeMap()).sort())
  })
})

describe('What is generated has types that fit:', () => {
  it('GraphQL Code Generator', async () => {
    const { config } = JSON.parse(/```json\n(\{ "schema": "schema.graphql", "documents"[^`]*)```/.exec(manual)?.[1] ?? '{}')
    const ofSchema = Array.from(schemaText.matchAll(/^scalar (\w+)/gm), ([, name]) => name)
    expect(Object.keys(config.scalars).sort()).toEqual(ofSchema.sort())
    const common = { schema: parse(schemaText), config }
    const documents = [{ location: 'query.graphql', document: parse(query) }]
    const pluginMap = { typescript, operations }
    // Of operations it writes the enums that they use, too: each plugin has a file of its own.
    const files = { 'schema-types.ts': 'typescript', 'operations.ts': 'operations' }
    for (const [filename, plugin] of Object.entries(files))
      write(filename, await codegen({ ...common, documents, filename, plugins: [{ [plugin]: {} }], pluginMap }))
    write(
      'codegen.ts',
      `import type { DashboardQuery, DashboardQueryVariables } from './operations'
       export type { CustomerSubscription } from './schema-types'
       type Row = NonNullable<DashboardQuery['subscriptions']>['nodes'][number]
       export const variables: DashboardQueryVariables = { nodeId: 'x', first: 3 }
       export const status: Row['status'] = 'past_due'
       // @ts-expect-error there is no such status
       export const wrong: Row['status'] = 'asleep'
       type Event = NonNullable<DashboardQuery['events']>['nodes'][number]
       export const type: Event['type'] = 'order_created'
       // @ts-expect-error there is no such type of event
       export const dotted: Event['type'] = 'order.created'`,
    )
    expect(faults('codegen.ts')).toBe('')
  })

  it('gql.tada', () => {
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: [] }))
    run('gql.tada', 'generate-output')
    write(
      'tada.ts',
      `import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada'
       import type { introspection } from './graphql-env.d.ts'
       const graphql = initGraphQLTada<{ introspection: introspection; scalars: { Amount: number; Date: string; DateTime: string } }>()
       const query = graphql(\`${query}\`)
       type Row = NonNullable<ResultOf<typeof query>['subscriptions']>['nodes'][number]
       export const variables: VariablesOf<typeof query> = { nodeId: 'x', first: 3 }
       export const status: Row['status'] = 'past_due'
       // @ts-expect-error there is no such status
       export const wrong: Row['status'] = 'asleep'`,
    )
    expect(faults('tada.ts')).toBe('')
  })

  it('genql, whose client asks the server too', { timeout: 120_000 }, async () => {
    run('genql', '--schema', 'schema.graphql', '--output', 'genql', '--esm')
    write(
      'gen.ts',
      `import { createClient } from './genql'
       export const read = (url: string, headers: Record<string, string>) =>
         createClient({ url, headers }).query({
           subscriptions: { __args: { first: 2 }, nodes: { id: true, status: true } },
           node: { __args: { nodeId: 'T3JkZXI6MToxMg' }, on_Order: { id: true, __typename: true } },
         })
       // @ts-expect-error there is no such field
       export const wrong = createClient({}).query({ subscriptions: { nodes: { asleep: true } } })`,
    )
    expect(faults('gen.ts')).toBe('')
    const { createClient } = await import(join(folder, 'genql/index.ts'))
    const answer = await createClient({ url, headers }).query({
      subscriptions: { __args: { first: 2 }, nodes: { id: true, status: true } },
      node: { __args: { nodeId: 'T3JkZXI6MToxMg' }, on_Order: { id: true } },
    })
    expect(answer.subscriptions.nodes.map(({ id }: { id: string }) => id)).toEqual(['1', '2'])
    expect(answer.node).toMatchObject({ id: '12' })
  })
})
