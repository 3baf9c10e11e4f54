/** A merchant's day in a real browser: signing in, sending a batch, a refund, a change, finding a customer, figures, and a packer who may only ship. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from '../http/wire.ts'
import { closeBrowser, expectAccessible, joinDesk, withoutBrowser } from '../support/browser.ts'
import { openStore } from '../support/store.ts'

afterAll(closeBrowser)

const store = await openStore()
const { port } = await listen(store.app)
const desk = `http://localhost:${port}/desk/1`

async function invitationOf(email: string, role: string): Promise<string> {
  const mutation = `mutation { inviteStaff(input: { email: "${email}", role: ${role} }) { invitationUrl } }`
  const { data } = await store.graphql(mutation, {}, store.merchant)
  return `http://localhost:${port}${data.inviteStaff.invitationUrl}`
}

/** Joins the shop by an invitation, in a browser of its own. */
const join = async (email: string, role: string, name: string) => joinDesk(await invitationOf(email, role), name)

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

/** An active subscription whose plan can be changed, and has no change scheduled. */
const aPlan = async (): Promise<{ id: string; quantity: number }> => {
  const { data } = await store.graphql(
    `{ subscriptions(filter: { status: { eq: active }, autorenew: { eq: true }, isGift: { eq: false } }, first: 50) { nodes {
      id quantity scheduledChange { quantity } actions { name allowed } } } }`,
    {},
    store.merchant,
  )
  type Found = { id: string; quantity: number; scheduledChange: unknown; actions: { name: string; allowed: boolean }[] }
  return data.subscriptions.nodes.find(
    ({ scheduledChange, actions }: Found) =>
      !scheduledChange && actions.some(({ name, allowed }) => name === 'change_product' && allowed),
  )
}

describe.skipIf(withoutBrowser)('A merchant’s day', () => {
  describe('begins with joining the shop, and has without a violation of accessibility', () => {
    let page: Page | undefined
    const paths = ['/', '/subscriptions', '/subscriptions/1', '/orders', '/orders/1', '/ship', '/customers', '/customers/1']
    const catalogue = ['/products', '/products/1', '/coupons', '/coupons/1', '/movements', '/transactions']
    const figures = ['/figures', '/figures/churn', '/figures/cohorts', '/figures/survival', '/figures/money']
    const parts = ['payments', 'tax', 'shipping', 'mails', 'reasons', 'staff', 'keys', 'webhooks'].map(
      (part) => `/settings/${part}`,
    )
    it.each([...paths, ...catalogue, ...figures, '/settings', ...parts])('%s', async (path) => {
      page ??= await join('fay@larch.example', 'owner', 'Ada')
      await page.goto(`${desk}${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('.waiting').waitFor({ state: 'detached' })
      await expectAccessible(page)
    })
  })

  it('leads from an address without a record back to its list', async () => {
    const page = await join('jon@larch.example', 'owner', 'Jon')
    for (const [path, thing] of [
      ['/orders/99999', 'order'],
      ['/orders/abc', 'order'],
      ['/subscriptions/0', 'subscription'],
      ['/customers/12345678901234567890', 'customer'],
      ['/products/-1', 'product'],
      ['/coupons/x%20y', 'coupon'],
    ]) {
      await page.goto(`${desk}${path}`)
      await page.getByRole('heading', { name: `There is no such ${thing}.` }).waitFor()
      await expectAccessible(page)
    }
    await page.getByRole('main').getByRole('link', { name: 'Coupons' }).click()
    await page.getByRole('heading', { name: 'Coupons', exact: true }).waitFor()
  })

  it('leaves out a filter that cannot be read, and says so', async () => {
    const page = await join('kim@larch.example', 'owner', 'Kim')
    await page.goto(`${desk}/orders?financial_status=payed&placed_at__gte=soon`)
    await page.getByText('Paid cannot be “payed”; this filter is left out.').waitFor()
    await page.getByText('Placed from cannot be “soon”; this filter is left out.').waitFor()
    await page.locator('.list-row').first().waitFor()
    await page.getByRole('button', { name: 'Remove the filter Paid' }).click()
    await page.getByText('Paid cannot be', { exact: false }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?placed_at__gte=soon')
  })

  it('greys what the state of a record does not allow, and says why', async () => {
    const page = await join('lou@larch.example', 'owner', 'Lou')
    const { data } = await store.graphql(
      `{ orders(filter: { fulfillmentStatus: { eq: fulfilled } }, first: 1) { nodes { id } }
        subscriptions(filter: { status: { eq: cancelled } }, first: 1) { nodes { id } } }`,
      {},
      store.merchant,
    )
    await page.goto(`${desk}/orders/${data.orders.nodes[0].id}`)
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await cancel.click({ force: true })
    await page.getByRole('status').getByText('was sent: it is no longer cancelled').waitFor()
    expect(await cancel.getAttribute('aria-disabled')).toBe('true')
    await page.goto(`${desk}/subscriptions/${data.subscriptions.nodes[0].id}`)
    await cancel.click({ force: true })
    await page.getByRole('status').getByText('It has ended already.').waitFor()
  })

  it('sends a batch with pasted tracking numbers', async () => {
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

  it('refunds an amount, which the dry run says before', async () => {
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

  it('pauses several subscriptions in one act, whose sum the dry run says before', async () => {
    const page = await join('gia@larch.example', 'owner', 'Gia')
    await page.goto(`${desk}/subscriptions?status=active&autorenew=true&is_gift=false`)
    const boxes = page.locator('.list-row input')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const ids = await boxes.evaluateAll((all) => all.slice(0, 2).map((each) => /\d+/.exec(each.ariaLabel ?? '')?.[0] ?? ''))
    await page.getByRole('region', { name: 'Chosen records' }).getByRole('button', { name: 'Pause' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/payments of .* rest/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Pause 2 subscriptions' }).click()
    await dialog.waitFor({ state: 'detached' })
    const query = `{ subscriptions(filter: { id: { in: [${ids}] } }) { nodes { status } } }`
    const { data } = await store.graphql(query, {}, store.merchant)
    expect(data.subscriptions.nodes).toEqual([{ status: 'suspended' }, { status: 'suspended' }])
  })

  it('changes a plan from its next renewal on, with the price that the dry run says before', async () => {
    const page = await join('hal@larch.example', 'owner', 'Hal')
    const { id, quantity } = await aPlan()
    await page.goto(`${desk}/subscriptions/${id}`)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Quantity').fill(String(quantity + 2))
    await dialog.getByText(/^From .* on it costs \$/).waitFor()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('The subscription is changed.').waitFor()
    const { data } = await store.graphql(
      `{ subscription(id: ${id}) { quantity scheduledChange { quantity } } }`,
      {},
      store.merchant,
    )
    expect(data.subscription).toEqual({ quantity, scheduledChange: { quantity: quantity + 2 } })
  })

  it('reads the recurring revenue, as the chart and as a table', async () => {
    const page = await join('ida@larch.example', 'owner', 'Ida')
    await page.goto(`${desk}/figures`)
    await page.locator('.uplot canvas').first().waitFor()
    await page.locator('.chart summary').first().click()
    const { data } = await store.graphql('{ figures { mrr { rows { mrr } } } }', {}, store.merchant)
    const last = data.figures.mrr.rows.at(-1).mrr as number
    const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(last / 100)
    await page.locator('.chart table').first().getByText(shown).last().waitFor()
  })

  it('finds a customer by a part of the name, with the keyboard alone', async () => {
    const page = await join('dee@larch.example', 'owner', 'Dee')
    await page.keyboard.press('/')
    await page.keyboard.type('quill')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Quill/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('order 7')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Order #7' }).waitFor()
  })

  it('invites a packer, who sees parcels and no money', async () => {
    const owner = await join('eli@larch.example', 'owner', 'Eli')
    await owner.goto(`${desk}/settings/staff`)
    await owner.getByRole('button', { name: 'Invite' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('eve@larch.example')
    await dialog.getByLabel('Role').selectOption('warehouse')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const page = await joinDesk((await dialog.locator('.secret').textContent()) ?? '', 'Eve')
    const menu = page.getByRole('navigation', { name: 'Pages' })
    await menu.getByRole('link', { name: 'Ship' }).waitFor()
    expect(await menu.getByRole('link').allTextContents()).not.toContain(' Settings')
    expect((await menu.getByRole('link').allTextContents()).map((each) => each.trim())).not.toContain('Coupons')
  })
})
