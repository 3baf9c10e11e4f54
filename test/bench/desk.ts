/** `npm run bench -- desk`: how fast the pages of the Desk are in a browser, over one large store. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { chromium, type Page } from 'playwright-core'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { addUp, vacuum } from './added-up.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned, median } from './figures.ts'
import { within } from './options.ts'
import { makeKey } from './rehearsal.ts'
import { storeId } from './sample.ts'
import { startServer } from './server.ts'

type Options = { embeddedScale: number; postgresScale: number }

/** The most milliseconds of each measure, and the most MiB of memory. */
const most = { paint: 1_000, list: 1_500, request: 300, today: 400, search: 100, task: 50, memory: 5 }

export const deskCommand = new Command('desk')
  .description(
    `Measures the Desk in Debian's chromium: first paint, first list, the requests of each page, the search box, and scrolling through a \
list; over one store on PostgreSQL when DATABASE_URL is set, else over the embedded database. Ends with 1 where one takes longer than it may.`,
  )
  .option('--embedded-scale <thousands>', 'subscriptions in the embedded database', within(1, 100), 5)
  .option('--postgres-scale <thousands>', 'subscriptions on PostgreSQL', within(1, 1_000), 100)
  .action(main)

const pages = ['', 'subscriptions', 'orders', 'ship', 'customers', 'products', 'coupons', 'movements', 'figures', 'figures/churn']
const laterFigures = ['figures/cohorts', 'figures/survival', 'figures/money']
const searched = ['an', 'oak', 'birch', 'buyer-12', '1234', 'example']
const runs = 5
const host = 'desk.bench.example'
const password = 'correct horse battery'

type Measure = { name: string; value: number; most: number }

async function main({ embeddedScale, postgresScale }: Options): Promise<void> {
  const { database } = readConfig()
  const measured =
    database.kind === 'postgres'
      ? await postgresDatabase(database.url, postgresScale, 'tandem_bench_desk', 1)
      : embeddedDatabase(embeddedScale)
  const measures = await onCopy(measured, measure, 'desk')
  const rows = measures.map(({ name, value, most: goal }) => [name, value.toFixed(0), String(goal)])
  process.stdout.write(`${aligned([['measure', 'found', 'at most'], ...rows], 1).join('\n')}\n`)
  if (measures.some(({ value, most: goal }) => value > goal)) process.exitCode = 1
}

async function measure(copy: BenchDatabase): Promise<Measure[]> {
  await addUp(copy)
  await vacuum(copy)
  const { db, close } = await openDatabase(copy.config)
  const key = await makeKey(db, 'bench').finally(close)
  const server = await startServer(copy.environment, { settings: { DESK_HOST: host }, collects: true })
  const front = await encrypted(server.address)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${host} 127.0.0.1:${front.port}`],
  })
  try {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' })).newPage()
    const before = await idleMemory(server)
    const at = copy.config.kind === 'postgres' ? `https://${host}` : server.address
    await enter(page, at, await invitation(server.address, key))
    const visible = await firstSight(page, at)
    const requests = await requestsOfPages(page, at)
    const found = await searches(page)
    const scroll = await longTask(page, at)
    const memory = (await idleMemory(server)) - before
    return [...visible, ...requests, ...found, scroll, { name: 'idle memory, MiB more', value: memory, most: most.memory }]
  } finally {
    await browser.close()
    front.close()
    await server.stop()
  }
}

/** MiB of the heap of a server that has nothing to do. */
async function idleMemory({ collect }: Awaited<ReturnType<typeof startServer>>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return collect()
}

async function invitation(address: string, key: string): Promise<string> {
  const query = 'mutation { inviteStaff(input: { email: "bench@larch.example", role: owner }) { invitationUrl } }'
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer bench.${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await answer.json()) as { data: { inviteStaff: { invitationUrl: string } } }
  const { pathname, hash } = new URL(data.inviteStaff.invitationUrl, address)
  return `${pathname}${hash}`
}

/** Joins the store by an invitation. */
async function enter(page: Page, at: string, path: string): Promise<void> {
  await page.goto(`${at}${path}`)
  await page.getByLabel('Your name').fill('Bench')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

/** The first paint, and the first row of a list, of a page that is opened anew. */
async function firstSight(page: Page, at: string): Promise<Measure[]> {
  const paints: number[] = []
  const lists: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await page.goto(`${at}/desk/${storeId}/subscriptions`)
    await page.locator('.list-row').first().waitFor()
    const [paint, list] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      performance.now(),
    ])
    paints.push(paint as number)
    lists.push(list as number)
  }
  return [
    { name: 'first paint', value: median(paints), most: most.paint },
    { name: 'first list', value: median(lists), most: most.list },
  ]
}

/** The longest request of each page. */
async function requestsOfPages(page: Page, at: string): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const path of [...pages, ...laterFigures]) {
    const times: number[] = []
    for (let run = 0; run < runs; run += 1) {
      await page.goto(`${at}/desk/${storeId}/${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('.waiting').waitFor({ state: 'detached' })
      const durations = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('/graphql'))
          .map(({ duration }) => duration),
      )
      times.push(Math.max(0, ...durations))
    }
    measures.push({ name: `request of /${path}`, value: median(times), most: path === '' ? most.today : most.request })
  }
  return measures
}

/** The answers of the search box to texts that are typed into it. */
async function searches(page: Page): Promise<Measure[]> {
  const box = page.getByRole('combobox', { name: /find|search/i }).first()
  const measures: Measure[] = []
  for (const text of searched) {
    await box.fill('')
    // The page asks once for what is typed without a pause, and what it knows not again.
    const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'))
    await box.fill(text)
    const response = await answered
    await response.finished()
    measures.push({ name: `search for ${text}`, value: response.request().timing().responseEnd, most: most.search })
  }
  return measures
}

/** The longest task of the page while its longest list is scrolled through. */
async function longTask(page: Page, at: string): Promise<Measure> {
  await page.goto(`${at}/desk/${storeId}/subscriptions`)
  await page.locator('.list-row').first().waitFor()
  await page.evaluate(() => {
    const shared = globalThis as unknown as { tasks: number[] }
    shared.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) shared.tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  for (let step = 0; step < 100; step += 1) {
    await page.evaluate(
      (part) => scrollTo(0, part < 50 ? part * 700 : (document.documentElement.scrollHeight * (part - 50)) / 50),
      step,
    )
    await page.waitForTimeout(30)
  }
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
  return { name: 'longest task of scrolling', value: Math.max(0, ...tasks), most: most.task }
}

/** A proxy that speaks HTTPS, by a certificate made for it, and passes requests on. */
async function encrypted(address: string): Promise<{ port: number; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-desk-'))
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-subj', `/CN=${host}`, '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...made], { stdio: 'ignore' })
  const options = { key: readFileSync(key), cert: readFileSync(certificate) }
  rmSync(folder, { recursive: true })
  const proxy = createServer(options, (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const passed = ask(new URL(url, address), { method, headers: { ...headers, 'x-forwarded-proto': 'https' } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { port: (proxy.address() as AddressInfo).port, close: () => void proxy.close() }
}
