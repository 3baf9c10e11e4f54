/** Two people at one record in real browsers: each sees the change of the other, and no input is lost. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from '../http/wire.ts'
import { closeBrowser, expectAccessible, joinDesk, withoutBrowser } from '../support/browser.ts'
import { openStore } from '../support/store.ts'

afterAll(closeBrowser)

const store = await openStore({ now: () => new Date() })
const { port } = await listen(store.app)
const desk = `http://localhost:${port}/desk/1`

const ask = async (query: string) => (await store.graphql(query, {}, store.merchant)).data

/** Joins the shop by an invitation, in a browser of one's own. */
async function join(name: string, role: string): Promise<Page> {
  const invited = await ask(
    `mutation { inviteStaff(input: { email: "${name}-${Math.random()}@larch.example", role: ${role} }) { invitationUrl } }`,
  )
  return joinDesk(`http://localhost:${port}${invited.inviteStaff.invitationUrl}`, name)
}

/** Opens the dialog of an act on the page of a record. */
async function open(page: Page, path: string, act: string, title: string) {
  await page.goto(`${desk}${path}`)
  await page.getByRole('button', { name: act, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  const confirm = dialog.getByRole('button', { name: act, exact: true })
  return { dialog, confirm, closed: () => dialog.waitFor({ state: 'detached' }) }
}

describe.skipIf(withoutBrowser)('Two people', () => {
  it('write the note of one order: the second sees the first one’s, and writes over it knowingly', async () => {
    const [robin, pat] = await Promise.all([join('Robin', 'owner'), join('Pat', 'owner')])
    const { id } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
    const of = (page: Page) => open(page, `/orders/${id}`, 'Note', 'The note of the order')
    const [first, second] = await Promise.all([of(robin), of(pat)])
    await second.dialog.getByLabel('Note').fill('Ring at the side door')
    await first.dialog.getByLabel('Note').fill('Leave it with the neighbour')
    await first.confirm.click()
    await first.closed()

    await second.confirm.click()
    await second.dialog.getByText('Changed by Robin meanwhile.', { exact: false }).waitFor()
    const now = second.dialog.getByText('Note is now: Leave it with the neighbour')
    await now.waitFor()
    await expectAccessible(pat)
    expect(await second.dialog.getByLabel('Note').inputValue()).toBe('Ring at the side door')
    expect((await ask(`{ order(id: ${id}) { note } }`)).order.note).toBe('Leave it with the neighbour')

    await second.dialog.getByRole('button', { name: 'Go on with what you entered' }).click()
    await now.waitFor({ state: 'detached' })
    await second.confirm.click()
    await second.closed()
    expect((await ask(`{ order(id: ${id}) { note } }`)).order.note).toBe('Ring at the side door')
  })

  it('edit one customer: what each has entered stays, in fields of their own', async () => {
    const [robin, pat] = await Promise.all([join('Robin', 'owner'), join('Pat', 'support')])
    const made = `firstName: "Ann", lastName: "Reed", country: "US", email: "two@example.com"`
    const { id } = (await ask(`mutation { createCustomer(input: { ${made} }) { customer { id } } }`)).createCustomer.customer
    const of = (page: Page) => open(page, `/customers/${id}`, 'Edit', 'Edit the customer')
    const [first, second] = await Promise.all([of(robin), of(pat)])
    await first.dialog.getByLabel('First name').fill('Anna')
    await first.confirm.click()
    await first.closed()
    await second.dialog.getByLabel('Last name').fill('Rowe')
    await second.dialog.getByText('First name is now: Anna').waitFor()
    await second.dialog.getByRole('button', { name: 'Go on with what you entered' }).click()
    await expect.poll(() => second.dialog.getByLabel('First name').inputValue()).toBe('Anna')
    await second.confirm.click()
    await second.closed()
    const { customer } = await ask(`{ customer(id: ${id}) { firstName lastName } }`)
    expect(customer).toEqual({ firstName: 'Anna', lastName: 'Rowe' })
  })

  it('refund one order once: the second sees that nothing is left before anything is given back again', async () => {
    const [robin, pat] = await Promise.all([join('Robin', 'owner'), join('Pat', 'owner')])
    const paid = { storeId: 1n, financialStatus: 'paid', refundedAmount: 0n, total: { gt: 1_000n }, cancelledAt: null } as const
    const { id } = await store.db.order.findFirstOrThrow({ where: paid, orderBy: { id: 'desc' } })
    const of = (page: Page) => open(page, `/orders/${id}`, 'Refund', 'Refund')
    const [first, second] = await Promise.all([of(robin), of(pat)])
    for (const { dialog } of [first, second]) await dialog.getByLabel('Or any amount', { exact: false }).fill('1.00')
    await second.dialog.getByText('$1.00 is refunded', { exact: false }).waitFor()
    await first.confirm.click()
    await first.closed()
    await second.confirm.click()
    await second.dialog.getByText('meanwhile. What you entered is kept.', { exact: false }).waitFor()
    expect(await store.db.refund.count({ where: { storeId: 1n, orderId: id } })).toBe(1)
  })
})
