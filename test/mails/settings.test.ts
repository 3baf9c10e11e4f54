/** The settings of kinds of mails: what a new store sends, own words with their placeholders, and the look of all mails. */
import { describe, expect, it } from 'vitest'
import { kindsOfMails } from '../../src/mails/kinds.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store

const put = (kind: string, body: object) =>
  store.rest(`PUT /v1/mail_settings/${kind}/`, store.merchant, { body: JSON.stringify(body) })
const inGraphql = async (input: object) => {
  const query =
    'mutation ($input: UpdateMailSettingsInput!) { updateMailSettings(input: $input) { mailSetting { kind isOn words } userErrors { code field message } } }'
  const { data, errors } = await store.graphql(query, { input }, store.merchant)
  return { errors, ...data?.updateMailSettings }
}

describe('A new store', () => {
  it('has the settings of each kind, and sends receipts, failures, parcels and refunds', async () => {
    const storeId = 77n
    await db.store.create({ data: { id: storeId, name: 'New', host: 'new.example', createdAt: new Date(0) } })
    const rows = await db.mailSetting.findMany({ where: { storeId }, orderBy: { id: 'asc' } })
    expect(rows.map(({ kind }) => kind)).toEqual(kindsOfMails)
    expect(rows.filter(({ isOn }) => isOn).map(({ kind }) => kind)).toEqual([
      ...['order_receipt', 'renewal_receipt', 'payment_failed', 'shipped', 'refunded', 'sign_in', 'withdrawal_received'],
    ])
  })
})

describe('The settings of a kind', () => {
  it('are read and changed on both surfaces, and their change is an event', async () => {
    const { status, body } = await put('delivered', { is_on: true, words: [{ language: 'de', subject: 'Da: {{ order }}' }] })
    expect([status, body]).toMatchObject([200, { kind: 'delivered', is_on: true }])
    const { mailSetting } = await inGraphql({ kind: 'delivered', words: [{ language: 'en', text: 'It is there.' }] })
    const words = [
      { language: 'en', text: 'It is there.' },
      { language: 'de', subject: 'Da: {{ order }}' },
    ]
    expect(mailSetting).toEqual({ kind: 'delivered', isOn: true, words })
    expect((await store.rest('GET /v1/mail_settings/delivered/', store.merchant)).body).toMatchObject({ is_on: true, words })
    expect((await put('delivered', { words: [{ language: 'de', subject: null }] })).body.words).toEqual([words[0]])
    const listed = await store.rest('GET /v1/mail_settings/?kind=delivered', store.merchant)
    expect(listed.body).toMatchObject({ count: 1, results: [{ kind: 'delivered' }] })
    expect(await db.event.count({ where: { storeId: 1n, type: 'mail_setting.updated' } })).toBe(3)
  })

  it.each([
    [
      { words: [{ language: 'en', subject: 'Order {{ ordr }}' }] },
      'words[0].subject has {{ ordr }}, which is no placeholder; did you mean {{ order }}?',
    ],
    [
      { words: [{ language: 'en', text: '{{ password }}' }] },
      'words[0].text has {{ password }}, which is no placeholder of this mail: it may have {{ shop }}, {{ name }}, {{ order }}.',
    ],
    [
      { words: [{ language: 'en', text: 'Order {{ order' }] },
      'words[0].text has a placeholder that is not closed: it is written {{ order }}.',
    ],
    [{ words: [{ language: 'en', subject: 'A\r\nBcc: other@example.net' }] }, 'words[0].subject must be one line.'],
    [{ words: [{ language: 'en', heading: ' ' }] }, 'words[0].heading must not be empty.'],
    [{ words: [{ language: 'fr', heading: 'x' }] }, 'words[0].language must be one of en, de.'],
    [{ words: [{ language: 'en' }, { language: 'en' }] }, 'words[1].language is en a second time.'],
    [{ is_on: null }, 'is_on must not be null.'],
  ])('refuse %j', async (body, sentence) => {
    expect(await put('delivered', body)).toMatchObject({ status: 400, body: { errors: [sentence] } })
  })

  it('are not found for a kind that there is not', async () => {
    expect((await put('newsletter', { is_on: true })).status).toBe(404)
    expect((await store.rest('GET /v1/mail_settings/newsletter/', store.merchant)).status).toBe(404)
  })
})

it.each([
  [{ brand_colour: 'red' }, 'brand_colour must be a colour as #rrggbb, such as #1f3a5f.'],
  [{ reply_to: 'a@b\r\nBcc: c@example.net' }, 'reply_to must be an e-mail address, such as zoe@example.com.'],
  [{ mail_sender: 'Shop\nBcc: x' }, 'mail_sender must not have invisible characters; it has U+000A.'],
  [{ locale: 'german' }, 'locale must be a language tag, such as de or en-GB.'],
  [{ locale: '' }, 'locale must be a language tag, such as de or en-GB.'],
])('A store refuses %j', async (body, sentence) => {
  const { status, body: said } = await store.rest('PUT /v1/store/', store.merchant, { body: JSON.stringify(body) })
  expect([status, said.errors]).toEqual([400, [sentence]])
})
