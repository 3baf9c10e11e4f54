/** A customer at the page of the shop in a real browser: by the mailed link, with the keyboard, on a telephone, and without an account. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumeOnce } from '../../src/consumers/run.ts'
import { clockOf } from '../../src/db/clock.ts'
import { mailConsumer } from '../../src/mails/consumer.ts'
import { makeMailers } from '../../src/mails/upkeep.ts'
import { openGateways } from '../../src/payments/open.ts'
import { lookAtSetups } from '../../src/worker/setups.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { listen } from '../http/wire.ts'
import { closeBrowser, expectAccessible, openPage, withoutBrowser } from '../support/browser.ts'
import { inSight } from '../support/every-statement.ts'
import { addInvoice } from '../support/invoice.ts'
import { openStore } from '../support/store.ts'

afterAll(closeBrowser)

const time = { now: new Date('2026-03-15T12:00:00Z') }
const clock = clockOf(() => new Date(time.now))
const store = await openStore({ isApart: true, now: () => clock.now() })
const { db } = store
const { port } = await listen(store.app)
const account = `http://localhost:${port}/account`
const email = 'marta.quill@example.com'

beforeAll(async () => {
  await db.store.update({ where: { id: 1n }, data: { hasTestClock: true, accountUrl: account } })
  // The page of the sandbox gives every customer the card that Marta has.
  await db.paymentMethod.updateMany({ where: { storeId: 1n, customerId: 1n }, data: { gatewayToken: 'tok_other' } })
  await inSight(() => makeMailers(db))
})

const unexpected = (fault: unknown) => expect(fault).toBeUndefined()

/** Sends what there is to send, which the mailbox then shows. */
async function sendMails(): Promise<void> {
  await inSight(() => numberEvents({ db }))
  await inSight(() => consumeOnce(mailConsumer({ db, clock, mailing: undefined, report: unexpected })))
}

/** Opens the newest mail to an address in the mailbox. */
async function openMail(page: Page, to: string): Promise<void> {
  await page.goto(`http://localhost:${port}/mailbox`)
  await page.locator('li', { hasText: to }).getByRole('link').first().click()
}

/** Signs in by the link that is mailed. */
async function signIn(width?: number): Promise<Page> {
  time.now = new Date(time.now.getTime() + 15 * 60_000)
  const page = await openPage(width)
  await page.goto(account)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await sendMails()
  await openMail(page, email)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Hello Marta' }).waitFor()
  return page
}

const boxOf = (page: Page, name: RegExp) => page.getByRole('article', { name })

const subscription = (id: bigint) => db.subscription.findUniqueOrThrow({ where: { storeId_id: { storeId: 1n, id } } })

/** Whether a page is as wide as the window: nothing has to be scrolled sideways. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

describe.skipIf(withoutBrowser)('A customer', () => {
  it('finds every page accessible, and as wide as a telephone and a desk have room', { timeout: 240_000 }, async () => {
    for (const width of [390, 1_200]) {
      const page = await signIn(width)
      const acts = ['address', 'card', 'swap', 'pause', 'cancel'].map((act) => `/subscriptions/1/${act}`)
      for (const path of ['', '/orders', '/cards', '/credit', ...acts, '/withdraw', '/cancel', '/nothing']) {
        await page.goto(`${account}${path}`)
        await expectAccessible(page)
        expect([path, await fits(page)]).toEqual([path, true])
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const path of ['', '/orders', '/subscriptions/1/swap']) {
        await page.goto(`${account}${path}`)
        await expectAccessible(page)
      }
      const stranger = await openPage(width)
      for (const path of ['', '/sign-in?token=x', '/withdraw', '/confirm?token=x']) {
        await stranger.goto(`${account}${path}`)
        await expectAccessible(stranger)
        expect([path, await fits(stranger)]).toEqual([path, true])
      }
    }
  })

  it('skips a box and takes it back', async () => {
    const page = await signIn()
    await boxOf(page, /Coffee/)
      .getByRole('button', { name: 'Skip the next box' })
      .click()
    await page.getByRole('status').getByText('The next box is skipped.').waitFor()
    await boxOf(page, /Coffee/)
      .getByRole('button', { name: 'Do not skip' })
      .click()
    await page.getByText('The next box comes as planned.').waitFor()
  })

  it('sends the boxes to another address', async () => {
    const page = await signIn(390)
    await boxOf(page, /Sock/).getByRole('link', { name: 'Change the address' }).click()
    await page.getByLabel('Street and number').fill('1 New Lane')
    await page.getByLabel('Postcode').fill('97201')
    await page.getByLabel('Town').fill('Portland')
    await page.getByLabel('State or region').fill('OR')
    await page.getByRole('button', { name: 'Save and send here' }).click()
    await page.getByText('Your boxes go to the new address.').waitFor()
    await boxOf(page, /Sock/).getByText('1 New Lane, 97201 Portland').waitFor()
  })

  it('sees an order with its sums and its invoice', async () => {
    const { id: orderId } = await db.order.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n },
      orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    })
    await addInvoice(db, { storeId: 1n, orderId, customerId: 1n })
    const page = await signIn()
    await page.getByRole('link', { name: 'Orders' }).click()
    const order = page.getByRole('article', { name: `Order ${orderId}` })
    await order.getByText('Shipping').waitFor()
    await order.getByRole('link', { name: /^Invoice / }).click()
    await page.getByRole('heading', { name: /Invoice/ }).waitFor()
    expect(page.url()).toContain('/account/invoices/')
    await expectAccessible(page)
  })

  it('adds a card on the page of the gateway', async () => {
    const page = await signIn()
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await page.getByRole('button', { name: 'Add a card' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Continue to the payment provider' }).click()
    await page.getByRole('status').getByText('Your card is being added').waitFor()
    time.now = new Date(time.now.getTime() + 60_000)
    await inSight(() => lookAtSetups({ db, clock, gateways: openGateways(db, clock), report: unexpected }))
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await page.getByText('Expires 12/2099').waitFor()
  })

  it('pauses with the keyboard alone', async () => {
    const page = await signIn()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    const reach = async (name: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return
      }
      throw new Error(`${name} cannot be reached.`)
    }
    await reach('Pause')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Pause' }).waitFor()
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)) === 'weeks') break
    }
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe('8')
    await page.keyboard.press('Enter')
    await page.getByText('Your subscription is paused.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Your subscription is active again.').waitFor()
  })

  it('takes a percentage off instead of cancelling, and then cancels', async () => {
    const page = await signIn()
    const { id } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n, status: 'active', cancelOffer: null },
    })
    const path = `${account}/subscriptions/${id}/cancel`
    await page.goto(path)
    await page.getByLabel('It costs too much').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: /^\d+% off your next/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stay, and pay less' }).click()
    await page.getByText('Thank you for staying.').waitFor()
    expect(await db.cancelOffer.findFirst({ where: { storeId: 1n, subscriptionId: id } })).toMatchObject({ outcome: 'accepted' })
    expect(await db.subscriptionCoupon.count({ where: { storeId: 1n, subscriptionId: id } })).toBe(1)
    await page.goto(path)
    await page.getByLabel('Another reason').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Cancel your subscription?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel now' }).click()
    await page.getByText('Your subscription is cancelled.').waitFor()
    expect((await subscription(id)).status).toBe('cancelled')
  })
})

describe.skipIf(withoutBrowser)('A stranger', () => {
  it('withdraws without signing in, and confirms by the mailed link', async () => {
    const order = await db.order.findFirstOrThrow({
      where: {
        ...{ storeId: 1n, customerId: { not: 1n }, fulfillments: { some: { status: 'open' } } },
        products: { some: { subscription: { status: 'active' } } },
      },
      include: { customer: true },
    })
    const page = await openPage(390)
    await page.goto(account)
    await page.getByRole('link', { name: 'Withdraw from a contract here' }).click()
    await page.getByLabel('Your name').fill('Wren <Abbott>')
    await page.getByLabel('Contract or order').fill(`Order ${order.id}`)
    await page.getByLabel('E-mail address').fill(order.customer.email)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Wren <Abbott>').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Anything else').fill('Thank you')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Confirm the withdrawal' }).click()
    await page.getByRole('heading', { name: 'Your withdrawal has arrived' }).waitFor()
    await expectAccessible(page)
    await sendMails()
    await page.goto(`http://localhost:${port}/mailbox`)
    const mails = page.locator('li', { hasText: order.customer.email })
    expect(await mails.count()).toBe(2)
    await mails.filter({ hasText: 'sign_in' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Review and confirm' }).click()
    await page.getByRole('button', { name: 'Confirm the withdrawal' }).click()
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await expectAccessible(page)
    const open = await db.fulfillment.count({ where: { storeId: 1n, orderId: order.id, status: 'open' } })
    expect(open).toBe(0)
  })
})
