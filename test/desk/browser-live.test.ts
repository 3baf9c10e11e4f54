/** The Desk in a real browser while things happen elsewhere: changes, ended sessions, lost scopes and a server that is away lose no input. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { liveStreams } from '../../src/live/streams.ts'
import { startSequencer } from '../../src/writes/sequencer.ts'
import { listen } from '../http/wire.ts'
import { closeBrowser, deskPassword, joinDesk, withoutBrowser } from '../support/browser.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

afterAll(closeBrowser)

const report = (error: unknown): void => {
  throw error
}
let wake = () => {}
const store = await openStore({
  eventsWritten: () => wake(),
  streams: (db) => liveStreams({ db, clock: clockOf(() => today), report, limits: { look: 100 } }),
})
// Events are numbered by a job of the server, which wakes the streams.
const sequencer = startSequencer({ db: store.db, report })
wake = sequencer.wake
afterAll(() => sequencer.end())
const { port } = await listen(store.app)
const desk = `http://localhost:${port}/desk/1`

const ask = async (query: string) => (await store.graphql(query, {}, store.merchant)).data

/** Joins the shop by an invitation, in a browser of its own. */
async function join(email: string, role: string): Promise<{ page: Page; id: string; email: string }> {
  const { inviteStaff } = await ask(
    `mutation { inviteStaff(input: { email: "${email}", role: ${role} }) { staffMember { id } invitationUrl } }`,
  )
  const page = await joinDesk(`http://localhost:${port}${inviteStaff.invitationUrl}`, 'Pat')
  return { page, id: inviteStaff.staffMember.id, email }
}

async function newCustomer(firstName: string): Promise<string> {
  const input = `firstName: ${JSON.stringify(firstName)}, lastName: "Reed", country: "US", email: "${crypto.randomUUID()}@example.com"`
  const { createCustomer } = await ask(`mutation { createCustomer(input: { ${input} }) { customer { id } } }`)
  return createCustomer.customer.id
}

/** The page of a new customer with the dialog that edits it, in which a first name is entered. */
async function editing(page: Page, firstName: string) {
  const id = await newCustomer('Ann')
  await page.goto(`${desk}/customers/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the customer' })
  await dialog.getByLabel('First name').fill(firstName)
  return { id, dialog }
}

const nameOf = async (id: string): Promise<string> => (await ask(`{ customer(id: ${id}) { firstName } }`)).customer.firstName

describe.skipIf(withoutBrowser)('The Desk', () => {
  it('shows a change that is made elsewhere', async () => {
    const { page } = await join('live@larch.example', 'owner')
    const id = await newCustomer('Before')
    const stream = page.waitForResponse((answer) => (answer.headers()['content-type'] ?? '').includes('event-stream'))
    await page.goto(`${desk}/customers/${id}`)
    await page.getByRole('heading', { name: 'Before Reed' }).waitFor()
    await stream
    await ask(`mutation { updateCustomer(input: { id: ${id}, firstName: "After" }) { customer { id } } }`)
    await page.getByRole('heading', { name: 'After Reed' }).waitFor()
  })

  it('keeps what was entered over a session that was ended elsewhere', async () => {
    const { page, id: person, email } = await join('ended@larch.example', 'owner')
    const { id, dialog } = await editing(page, 'Kept')
    const { staffMember } = await ask(`{ staffMember(id: ${person}) { sessions { nodes { id } } } }`)
    const [session] = staffMember.sessions.nodes
    await ask(`mutation { endStaffSession(input: { id: ${session.id} }) { userErrors { message } } }`)
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.waitFor()
    await again.getByLabel('E-mail').fill(email)
    await again.getByLabel('Password').fill(deskPassword)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Kept')
    await dialog.getByLabel('First name').fill('Kept over')
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await nameOf(id)).toBe('Kept over')
  })

  it('says which scope a role has lost meanwhile, and keeps what was entered', async () => {
    const { page, id: person } = await join('loses@larch.example', 'support')
    const { id, dialog } = await editing(page, 'Not saved')
    await ask(`mutation { updateStaff(input: { id: ${person}, role: read_only }) { userErrors { message } } }`)
    // The page has read the role again: it offers no act any more.
    await page.locator('.acts').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Not saved')
    await dialog.getByLabel('First name').fill('Not saved either')
    await dialog.getByText('The role read_only lacks the scope write_customers.').waitFor()
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Not saved either')
    expect(await nameOf(id)).toBe('Ann')
  })

  it('says that the server is away, and goes on when it is back', async () => {
    const { page } = await join('away@larch.example', 'owner')
    const { id, dialog } = await editing(page, 'First')
    await page.context().setOffline(true)
    await dialog.getByLabel('First name').fill('Second')
    await dialog.getByText('The server cannot be reached.', { exact: false }).waitFor()
    await page.context().setOffline(false)
    await dialog.getByLabel('Last name').fill('Rowe')
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await nameOf(id)).toBe('Second')
  })

  it('adds credit once where the answer is lost, and not by the preview of another amount', async () => {
    const { page } = await join('lost@larch.example', 'owner')
    const id = await newCustomer('Ann')
    await page.goto(`${desk}/customers/${id}`)
    await page.getByRole('button', { name: 'Add credit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add credit' })
    const confirm = dialog.getByRole('button', { name: 'Add credit' })
    await dialog.getByLabel('Reason').fill('A late parcel')
    await dialog.getByLabel('Amount').fill('5')
    await dialog.getByText('to $5.00', { exact: false }).waitFor()
    // Until the outcome of the other amount is shown there is nothing to confirm.
    await page.route('**/graphql', (route) => new Promise(() => void route))
    await dialog.getByLabel('Amount').fill('7')
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    expect(await dialog.getByText('to $5.00', { exact: false }).count()).toBe(0)
    await page.unroute('**/graphql')
    await dialog.getByLabel('Amount').fill('6')
    await dialog.getByText('to $6.00', { exact: false }).waitFor()
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('"dryRun":false')) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await confirm.click()
    await dialog.getByText('It is not known whether this was done.', { exact: false }).waitFor()
    await page.unroute('**/graphql')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await ask(`{ customer(id: ${id}) { credit } }`)).customer.credit).toBe(600)
  })

  it('keeps the internal note of another person until it is replaced knowingly', async () => {
    const { page } = await join('notes@larch.example', 'owner')
    const id = await newCustomer('Ann')
    await page.goto(`${desk}/customers/${id}`)
    await page.getByRole('button', { name: 'Add an internal note' }).click()
    await page.getByLabel('Internal note').fill('Mine')
    const noted = async () => (await ask(`{ customer(id: ${id}) { internalNote } }`)).customer.internalNote
    await ask(`mutation { updateCustomer(input: { id: ${id}, internalNote: "Theirs" }) { userErrors { message } } }`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The note was changed meanwhile: Theirs.', { exact: false }).waitFor()
    expect(await noted()).toBe('Theirs')
    expect(await page.getByLabel('Internal note').inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(noted).toBe('Mine')
  })

  it('chooses no orders that other filters have put out of sight', async () => {
    const { page } = await join('chooses@larch.example', 'owner')
    await page.goto(`${desk}/orders`)
    await page.getByRole('button', { name: /^Choose (all|the first)/ }).click()
    const bar = page.getByRole('region', { name: 'Chosen records' })
    await bar.waitFor()
    await page.getByLabel('Search orders').fill('zoe')
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
  })

  it('shows markup in a name as text', async () => {
    const { page } = await join('markup@larch.example', 'owner')
    const name = '<img src=x onerror=alert(1)>'
    const id = await newCustomer(name)
    await page.goto(`${desk}/customers/${id}`)
    await page.getByRole('heading', { name: `${name} Reed` }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('is used by the keyboard alone', async () => {
    const { page } = await join('keys@larch.example', 'owner')
    const id = await newCustomer('Key')
    await page.goto(`${desk}/customers/${id}`)
    await page.getByRole('heading', { name: 'Key Reed' }).waitFor()
    for (let press = 0; press < 60; press += 1) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Add credit') break
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add credit' })
    await dialog.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('5.00')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Late parcel')
    await dialog.getByText('The credit rises from $0.00 to $5.00.').waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect((await ask(`{ customer(id: ${id}) { credit } }`)).customer.credit).toBe(500)
  })

  it('shows a packer orders, products and parcels, without what the role may not see', async () => {
    const { page } = await join('pack@larch.example', 'warehouse')
    for (const path of ['/orders/1', '/products/1', '/ship?until=2030-01-01']) {
      await page.goto(`${desk}${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('.waiting').waitFor({ state: 'detached' })
      expect(await page.getByRole('alert').count()).toBe(0)
    }
    await page.goto(`${desk}/orders/1`)
    await page.getByText('What was bought').waitFor()
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
  })

  it('shows the recurring revenue of the figures', async () => {
    const { page } = await join('mrr@larch.example', 'owner')
    const { figures, store: shop } = await ask('{ figures { mrr { rows { mrr } } } store { currency } }')
    const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: shop.currency }).format(
      figures.mrr.rows.at(-1).mrr / 100,
    )
    await page.locator('.figure', { hasText: 'Monthly recurring revenue' }).getByText(amount, { exact: true }).waitFor()
    await page.goto(`${desk}/figures`)
    await page.locator('summary', { hasText: 'As a table' }).first().click()
    await page.locator('table', { hasText: 'Committed' }).getByRole('cell', { name: amount, exact: true }).first().waitFor()
  })
})
