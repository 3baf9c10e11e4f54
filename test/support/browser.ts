/** A real browser: Debian's chromium, driven by playwright-core. A machine without one skips its tests. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** The reason for which tests in a browser are skipped, if they are. */
export const withoutBrowser =
  executablePath === undefined ? 'There is no chromium on this machine: apt-get install chromium' : undefined

if (withoutBrowser) console.warn(withoutBrowser)

let browser: Promise<Browser> | undefined

/** Opens a page with storage of its own, which fails the test where its script does. */
export async function openPage(width = 1_280): Promise<Page> {
  if (executablePath === undefined) throw new Error(withoutBrowser)
  browser ??= chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const context = await (await browser).newContext({ viewport: { width, height: 900 }, locale: 'en-US', bypassCSP: false })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

/** Joins a shop by the address of an invitation, in a browser context of its own, and waits for Today. */
export async function joinDesk(invitation: string, name: string): Promise<Page> {
  const page = await openPage()
  await page.goto(invitation)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill(deskPassword)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  return page
}

/** The password of everyone who joins by `joinDesk`. */
export const deskPassword = 'correct horse battery'

/** Closes the browser, which each file does that opens pages: files of one worker share this module, and the next one opens a browser of its own. */
export async function closeBrowser(): Promise<void> {
  const opened = browser
  browser = undefined
  await (await opened)?.close()
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects a page to be without a violation that axe finds. It runs outside the policy of the page, as extensions of browsers do. */
export async function expectAccessible(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setBypassCSP', { enabled: true })
  await session.send('Runtime.evaluate', { expression: axe })
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      'axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))',
    awaitPromise: true,
  })
  expect(JSON.parse(String(result.value))).toEqual([])
}
