/** Settings in a real browser: forms open with what is stored, say which number is none, and send what was changed alone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../http/wire.ts'
import { closeBrowser, joinDesk, withoutBrowser } from '../support/browser.ts'
import { openStore } from '../support/store.ts'

afterAll(closeBrowser)

const store = await openStore({ now: () => new Date() })
const { port } = await listen(store.app)

const ask = async (query: string) => (await store.graphql(query, {}, store.merchant)).data

let page: Page

/** Opens the dialog of a button of a page. @param place of the button among those of its name; -1 for the last. */
async function open(part: string, act: string, title: string, place = 0) {
  await page.goto(`http://localhost:${port}/desk/1/settings${part}`)
  await page.getByRole('button', { name: act, exact: true }).nth(place).click()
  const dialog = page.getByRole('dialog', { name: title })
  const save = async () => {
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  return { dialog, save }
}

describe.skipIf(withoutBrowser)('Settings', () => {
  beforeAll(async () => {
    const person = `email: "settings-${Math.random()}@larch.example", role: owner`
    const { inviteStaff } = await ask(`mutation { inviteStaff(input: { ${person} }) { invitationUrl } }`)
    page = await joinDesk(`http://localhost:${port}${inviteStaff.invitationUrl}`, 'Robin')
  })

  it('open the words of a mail as they are, and take one away', async () => {
    const words = '[{ language: "de", subject: "Danke", heading: "Hallo" }]'
    const { mailSettings } = await ask('{ mailSettings(orderBy: [{ id: asc }], first: 1) { nodes { kind } } }')
    const [{ kind }] = mailSettings.nodes
    await ask(`mutation { updateMailSettings(input: { kind: "${kind}", words: ${words} }) { mailSetting { id } } }`)
    const { dialog, save } = await open('/mails', 'Edit in German', 'The German words of')
    expect(await dialog.getByLabel('Subject').inputValue()).toBe('Danke')
    await dialog.getByLabel('Heading').fill('')
    await save()
    const now = await ask(`{ mailSettings(filter: { kind: { eq: "${kind}" } }, first: 1) { nodes { words } } }`)
    expect(now.mailSettings.nodes).toEqual([{ words: [{ language: 'de', subject: 'Danke' }] }])
  })

  it('keep the days of notice from a text that is no number, and what another person changes meanwhile', async () => {
    await ask('mutation { updateStore(input: { renewalNoticeDays: 7, retryDays: [] }) { store { id } } }')
    const { dialog, save } = await open('', 'Edit', 'Renewals', 1)
    const notice = dialog.getByLabel('Days of notice before a renewal')
    await notice.fill('30 days')
    await dialog.getByText('A whole number of days').waitFor()
    await notice.fill('30')
    await ask('mutation { updateStore(input: { retryDays: [2, 4] }) { store { id } } }')
    await save()
    const { store: now } = await ask('{ store { renewalNoticeDays retryDays } }')
    expect(now).toEqual({ renewalNoticeDays: 30, retryDays: [2, 4] })
  })

  it('save the name on invoices without a tax number', async () => {
    await ask('mutation { updateStore(input: { taxId: null, address: "1 Quay" }) { store { id } } }')
    const { dialog, save } = await open('', 'Edit', 'What stands on invoices', 2)
    await dialog.getByLabel('Legal name').fill('Larch Ltd')
    await save()
    expect((await ask('{ store { legalName taxId } }')).store).toEqual({ legalName: 'Larch Ltd', taxId: null })
  })

  it('do not enable a webhook that was disabled while its form was open', async () => {
    const made = 'url: "https://hooks.example/tandem", types: [order_created]'
    const { createWebhook } = await ask(`mutation { createWebhook(input: { ${made} }) { webhook { id } } }`)
    const { id } = createWebhook.webhook
    const { dialog, save } = await open('/webhooks', 'Edit', 'Edit the webhook', -1)
    await dialog.getByLabel('Events', { exact: false }).first().fill('order_paid')
    await ask(`mutation { updateWebhook(input: { id: ${id}, enabled: false }) { webhook { id } } }`)
    await save()
    const { webhook } = await ask(`{ webhook(id: ${id}) { types disabledAt } }`)
    expect(webhook).toEqual({ types: ['order_paid'], disabledAt: expect.any(String) })
  })
})
