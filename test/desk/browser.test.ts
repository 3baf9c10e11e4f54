/** A merchant's day in a real browser: signing in, sending a batch, a refund, a change, finding a customer, figures, and a packer who may only ship. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from '../http/wire.ts'
import { closeBrowser, expectAccessible, openPage, withoutBrowser } from '../support/browser.ts'
import { openStore } from '../support/store.ts'

afterAll(closeBrowser)

const store = await openStore()
const { port } = await listen(store.app)
const desk = `http://localhost:${port}/desk/1`
const password = 'correct horse battery'

async function invitationOf(email: string, role: string): Promise<string> {
  const mutation = `mutation { inviteStaff(input: { email: "${email}", role: ${role} }) { invitationUrl } }`
  const { data } = await store.graphql(mutation, {}, store.merchant)
  return `http://localhost:${port}${data.inviteStaff.invitationUrl}`
}

/** Joins the shop by an invitation, in a browser of its own. */
async function join(email: string, role: string, name: string) {
  const page = await openPage()
  await page.goto(await invitationOf(email, role))
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  return page
}

const anOrder = async (): Promise<{ id: string; left: number }> => {
  const { data } = await store.graphql(
    '{ orders(filter: { financialStatus: { eq: paid } }, orderBy: [{ id: desc }], first: 20) { nodes { id refundable { lines { quantity amount } } } } }',
    {},
    store.merchant,
  )
  const order = data.orders.nodes.find(
    ({ refundable }: { refundable: { lines: { amount: number }[] } }) => (refundable.lines[0]?.amount ?? 0) > 0,
  )
  return { id: order.id, left: order.refundable.lines[0].amount }
}

describe.skipIf(withoutBrowser)('A merchant’s day', () => {
  describe('begins with joining the shop, and has without a violation of accessibility', () => {
    let page: Page | undefined
    const paths = ['/', '/subscriptions', '/subscriptions/1', '/orders', '/orders/1', '/ship', '/customers', '/customers/1']
    const catalogue = ['/products', '/products/1', '/coupons', '/coupons/1', '/movements']
    const figures = ['/figures', '/figures/churn', '/figures/cohorts', '/figures/survival', '/figures/money']
    const parts = ['payments', 'tax', 'shipping', 'mails', 'reasons', 'staff', 'keys', 'webhooks'].map(
      (part) => `/settings/${part}`,
    )
    it.each([...paths, ...catalogue, ...figures, '/settings', ...parts])('%s', { timeout: 60_000 }, async (path) => {
      page ??= await join('fay@larch.example', 'owner', 'Ada')
      await page.goto(`${desk}${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('.waiting').waitFor({ state: 'detached' })
      await expectAccessible(page)
    })
  })

  it('sends a batch with pasted tracking numbers', { timeout: 60_000 }, async () => {
    const page = await join('bea@larch.example', 'owner', 'Bea')
    await page.goto(`${desk}/ship?until=2030-01-01`)
    const first = await page.locator('.parcel strong').first().textContent()
    const parcel = /\d+/.exec(first ?? '')?.[0] ?? ''
    await page.getByRole('button', { name: /^Send \d+ parcel/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tracking numbers').fill('999999,XX1')
    await dialog.getByText('Line 1: there is no parcel 999999 among those chosen.').waitFor()
    await dialog.getByLabel('Tracking numbers').fill(`${parcel},TRACK-1`)
    await dialog.getByText('1 with a tracking number').waitFor()
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data } = await store.graphql(`{ shipment(id: ${parcel}) { status trackingNumber } }`, {}, store.merchant)
    expect(data.shipment).toEqual({ status: 'shipped', trackingNumber: 'TRACK-1' })
  })

  it('refunds an amount, which the dry run says before', { timeout: 60_000 }, async () => {
    const page = await join('cay@larch.example', 'owner', 'Cay')
    const { id } = await anOrder()
    await page.goto(`${desk}/orders/${id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Or any amount').fill('1.00')
    await dialog.getByText('$1.00 is refunded').waitFor()
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await page.getByText('The refund is under way.').waitFor()
    await page.getByText('Partially refunded').first().waitFor()
    const { data } = await store.graphql(
      `{ order(id: ${id}) { refundedAmount log(first: 5) { nodes { actorName } } } }`,
      {},
      store.merchant,
    )
    expect(data.order.refundedAmount).toBe(100)
    expect(data.order.log.nodes.map(({ actorName }: { actorName: string }) => actorName)).toContain('Cay')
  })

  it('pauses several subscriptions in one act, whose sum the dry run says before', { timeout: 60_000 }, async () => {
    const page = await join('gia@larch.example', 'owner', 'Gia')
    await page.goto(`${desk}/subscriptions?status=active&autorenew=true&is_gift=false`)
    const boxes = page.locator('.list-row input')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const ids = await boxes.evaluateAll((all) => all.slice(0, 2).map((each) => /\d+/.exec(each.ariaLabel ?? '')?.[0] ?? ''))
    await page.getByRole('region', { name: 'Chosen records' }).getByRole('button', { name: 'Pause' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/of recurring payments rest/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Pause 2 subscriptions' }).click()
    await dialog.waitFor({ state: 'detached' })
    const query = `{ subscriptions(filter: { id: { in: [${ids}] } }) { nodes { status } } }`
    const { data } = await store.graphql(query, {}, store.merchant)
    expect(data.subscriptions.nodes).toEqual([{ status: 'suspended' }, { status: 'suspended' }])
  })

  it('finds a customer by a part of the name, with the keyboard alone', { timeout: 60_000 }, async () => {
    const page = await join('dee@larch.example', 'owner', 'Dee')
    await page.keyboard.press('/')
    await page.keyboard.type('quill')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Quill/ }).waitFor()
  })

  it('invites a packer, who sees parcels and no money', { timeout: 60_000 }, async () => {
    const page = await join('eve@larch.example', 'warehouse', 'Eve')
    const menu = page.getByRole('navigation', { name: 'Pages' })
    await menu.getByRole('link', { name: 'Ship' }).waitFor()
    expect(await menu.getByRole('link').allTextContents()).not.toContain(' Settings')
    expect((await menu.getByRole('link').allTextContents()).map((each) => each.trim())).not.toContain('Coupons')
  })
})
