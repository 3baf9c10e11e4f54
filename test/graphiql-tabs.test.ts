/** The tabs of GraphiQL: each document answers its question over the demo store, as the REST requests in its comments do. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { type FieldNode, type OperationDefinitionNode, parse, type SelectionSetNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../src/config/limits.ts'
import { clockOf } from '../src/db/clock.ts'
import { tabFiles } from '../src/graphiql/tabs.ts'
import { table } from '../src/resources/routes.ts'
import { createApp } from '../src/start/app.ts'
import { snakeCase } from '../src/values/text.ts'
import { listen } from './http/wire.ts'
import { openStore } from './support/store.ts'
import { today } from './support/template.ts'

const store = await openStore()
const log = { info: () => {}, warn: () => {}, error: () => {} }
const prefilled = { headers: { Authorization: 'Bearer demo.demo-secret' }, hosts: [] }
const app = createApp({ db: store.db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true, prefilled })
const { port } = await listen(app)
const origin = `http://127.0.0.1:${port}`

type Tab = { query: string; headers?: string }

/** The tabs that the page's own script hands to GraphiQL in a browser, at an address of the page. */
async function tabsAt(pageAddress: string): Promise<Tab[]> {
  const page = await (await app.fetch(new Request(pageAddress, { headers: { Accept: 'text/html' } }))).text()
  const attribute = (name: string) =>
    (new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  const dataset = { workers: attribute('workers'), options: attribute('options') }
  const started: { defaultTabs: Tab[] }[] = []
  runInNewContext(readFileSync(new URL('../src/graphiql/start.js', import.meta.url), 'utf8'), {
    document: { querySelector: () => ({ dataset }) },
    location: new URL(pageAddress),
    YogaGraphiQL: { renderYogaGraphiQL: (_root: object, options: { defaultTabs: Tab[] }) => started.push(options) },
  })
  return started[0]?.defaultTabs ?? []
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
type Answer = any

const titleOf = (query: string) => (parse(query).definitions[0] as OperationDefinitionNode).name?.value ?? ''
const tabs = new Map((await tabsAt(`${origin}/graphql`)).map(({ query }) => [titleOf(query), query]))

async function answerOf(title: string): Promise<{ data: Answer; errors?: object[]; extensions: Answer }> {
  const headers = { ...prefilled.headers, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query: tabs.get(title) })
  return (await app.fetch(new Request(`${origin}/graphql`, { method: 'POST', headers, body }))).json()
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const isAscending = (values: (string | number)[]) =>
  values.every((value, index) => index === 0 || value >= (values[index - 1] ?? value))

/** Checks of each tab's answer over the demo store. */
const sensible: Record<string, (data: Answer) => void> = {
  LatestSubscriptions: ({ subscriptions }) => expect(subscriptions.nodes).toHaveLength(5),
  Revenue({ figures: { revenue } }) {
    expect(revenue.rows).toHaveLength(12)
    expect(sumOf(revenue.rows.map((row: Answer) => row.collected))).toBeGreaterThan(0)
  },
  Mrr({ figures: { mrrMovements } }) {
    for (const { start: _, startMrr, endMrr, ...moved } of mrrMovements.rows)
      expect(startMrr + sumOf(Object.values(moved))).toBe(endMrr)
    expect(mrrMovements.rows.at(-1).endMrr).toBeGreaterThan(0)
  },
  Churn({ figures: { churn, retention } }) {
    expect(sumOf(churn.rows.map((row: Answer) => row.gained))).toBeGreaterThan(0)
    expect(sumOf(retention.rows.map((row: Answer) => row.cohortSize))).toBeGreaterThan(0)
  },
  Survival({ figures: { survival } }) {
    expect(survival.rows[0]).toMatchObject({ box: 1, rate: 1 })
    expect(isAscending(survival.rows.map((row: Answer) => -row.rate))).toBe(true)
  },
  PastDue({ subscriptionsAggregate: { count, sum }, subscriptions: { totalCount, nodes } }) {
    expect(count).toBeGreaterThan(0)
    expect([totalCount, nodes.length]).toEqual([count, count])
    expect(sumOf(nodes.map((node: Answer) => node.recurringPrice))).toBe(sum.recurringPrice)
  },
  ToShip({ fulfillments: { nodes } }) {
    expect(nodes.length).toBeGreaterThan(0)
    expect(isAscending(nodes.map((node: Answer) => node.adjustedFulfillmentDate))).toBe(true)
  },
  LowStock({ inventory }) {
    expect(inventory.totalCount).toBeGreaterThan(0)
    for (const { quantityOnHand, lowStockAt } of inventory.nodes) expect(quantityOnHand).toBeLessThanOrEqual(lowStockAt ?? 0)
  },
  Renewals({ renewalForecast, subscriptions }) {
    expect([renewalForecast[0].from, renewalForecast.at(-1).to]).toEqual(['2026-03-15', '2026-04-13'])
    expect(sumOf(renewalForecast.map((period: Answer) => period.count))).toBeGreaterThan(0)
    expect(isAscending(subscriptions.nodes.map((node: Answer) => node.endDate))).toBe(true)
  },
  Today({ ordersAggregate, subscriptionMovementsAggregate, logEntries }) {
    const daysOf = ({ groups }: Answer): string[] => groups.nodes.map(({ key }: Answer) => key[0].value)
    for (const days of [daysOf(ordersAggregate), daysOf(subscriptionMovementsAggregate)]) {
      expect(days.length).toBeGreaterThan(0)
      expect(isAscending(days.toReversed())).toBe(true)
    }
    expect(isAscending(logEntries.nodes.map((node: Answer) => node.createdAt).toReversed())).toBe(true)
  },
}

describe('The tabs of GraphiQL', () => {
  it('are the documents of the folder, the welcome first', async () => {
    expect([...tabs.keys()]).toEqual(Object.keys(sensible))
    expect(readdirSync(new URL('../src/graphiql/tabs/', import.meta.url)).sort()).toEqual(
      tabFiles.map((file) => fileURLToPath(file).replace(/.*[\\/]/, '')).sort(),
    )
  })

  it('come behind an operation that the page is opened with', async () => {
    const titles = (await tabsAt(`${origin}/graphql?operation=GetRevenueFigure`)).map(({ query }) => titleOf(query))
    expect(titles).toEqual(['GetRevenueFigure', ...tabs.keys()])
  })

  it.each(Object.entries(sensible))('%s says its question, and is answered within its deposit', async (title, expectSensible) => {
    expect(tabs.get(title)).toMatch(/^# [A-Z]/)
    const { data, errors, extensions } = await answerOf(title)
    expect(errors).toBeUndefined()
    expectSensible(data)
    const { requested, charged } = extensions.cost
    expect(charged).toBeLessThanOrEqual(requested)
    // Some tabs can be run one after the other.
    expect(requested).toBeLessThan(defaultLimits.cost / 5)
  })
})

/** The names on the ways to the fields of a document. */
function waysOf({ selections }: SelectionSetNode): string[] {
  return (selections as FieldNode[]).flatMap(({ name, selectionSet }) => [
    name.value,
    ...(selectionSet ? waysOf(selectionSet).map((way) => `${name.value}.${way}`) : []),
  ])
}

/** The way to what a row of the table answers; groups are those of an aggregate, which is one group where none are asked for. */
const wayOf = (row: { at: string[]; answer: string }) => (row.answer === 'groups' ? row.at.slice(0, 1) : row.at)

/** The part of a row in GraphQL that a row on REST has too: ids, keys, numbers and their sums. */
function alike(row: Answer, onRest: Answer): object {
  const same = Object.entries<Answer>(row).flatMap(([name, value]): [string, unknown][] => {
    const named = snakeCase(name)
    if (!(named in onRest)) return []
    if (name === 'id') return [[named, Number(value)]]
    if (name === 'sum') return [[named, alike(value, onRest[named])]]
    return name === 'key' || typeof value === 'number' ? [[named, value]] : []
  })
  return Object.fromEntries(same)
}

const restRows = table.filter(({ method, path }) => method === 'GET' && !/\{|\/store\/api\//.test(path))
const requests = [...tabs].flatMap(([title, query]) =>
  [...query.matchAll(/^# GET (.*)\n# (curl .*)$/gm)].map(([, target = '', curl = '']) => ({ title, target, curl })),
)

describe('The REST requests in the comments of a tab', () => {
  it('are those of all rows of REST that answer a part of it, each with its curl command', () => {
    for (const [title, query] of [...tabs].slice(1)) {
      const ways = waysOf((parse(query).definitions[0] as OperationDefinitionNode).selectionSet)
      const paths = restRows.filter((row) => ways.includes(wayOf(row).join('.'))).map(({ path }) => path)
      const named = requests.filter((request) => request.title === title).map(({ target }) => target.replace(/\?.*/, ''))
      expect([title, ...named.sort()]).toEqual([title, ...paths.sort()])
      expect(query.match(/^# GET/gm)).toHaveLength(named.length)
    }
  })

  it('carry no credential where the page has none', async () => {
    const [, { query } = { query: '' }] = await tabsAt('http://attacker.example/graphql')
    expect(query).toContain("\n# curl -s 'http://attacker.example/v1/figures/revenue/' -H 'Authorization: Bearer ID.SECRET'\n")
  })

  it.each(requests)('of $title answers the same: $target', async ({ title, target, curl }) => {
    expect(curl).toContain(`'${origin}${target}'`)
    const { stdout } = await promisify(execFile)('bash', ['-c', curl])
    const body = JSON.parse(stdout)
    const row = restRows.find(({ path }) => path === target.replace(/\?.*/, ''))
    const { data } = await answerOf(title)
    const answer = wayOf(row ?? { at: [], answer: '' }).reduce((part, name) => part[name], data)
    const rows: Answer[] = answer.rows ?? answer.nodes ?? answer.groups?.nodes ?? [answer]
    const onRest: Answer[] = body.rows ?? body.results
    if ('totalCount' in answer) expect(body.count).toBe(answer.totalCount)
    expect(onRest).toMatchObject(rows.map((each, index) => alike(each, onRest[index] ?? {})))
    for (const [index, each] of rows.entries()) expect(Object.keys(alike(each, onRest[index]))).not.toEqual([])
  })
})
