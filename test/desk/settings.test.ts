/** The forms of Settings send only what was changed, numbers that are numbers, and null for what was emptied. */
import { describe, expect, it } from 'vitest'
import { openedWords, wordsInput } from '../../src/desk/page/pages/settings/mail-words.ts'
import { checkedReason, reasonInput } from '../../src/desk/page/pages/settings/reason-input.ts'
import { invoicesInput, renewalsInput } from '../../src/desk/page/pages/settings/store-input.ts'
import { editedWebhook } from '../../src/desk/page/pages/settings/webhook-input.ts'
import { readDecimal } from '../../src/desk/page/parts/entered.ts'
import { FieldFault } from '../../src/desk/page/parts/field-fault.ts'
import { touched } from '../../src/desk/page/parts/touched.ts'
import { openStore } from '../support/store.ts'

const { graphql, merchant } = await openStore()

const fieldOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    return error instanceof FieldFault ? error.field : 'not a FieldFault'
  }
  return undefined
}

describe('The words of a mail', () => {
  const kind = 'order_receipt'
  const save = async (input: object) => {
    const mutation =
      'mutation ($input: UpdateMailSettingsInput!) { updateMailSettings(input: $input) { mailSetting { words } userErrors { message } } }'
    const { data } = await graphql(mutation, { input }, merchant)
    expect(data.updateMailSettings.userErrors).toEqual([])
    return data.updateMailSettings.mailSetting.words
  }

  it('open as they are stored; a field that is emptied has the words of the program again', async () => {
    const words = [
      { language: 'en', subject: 'Thank you', heading: 'Your order' },
      { language: 'de', subject: 'Danke' },
    ]
    const stored = await save({ kind, words })
    const opened = openedWords(stored, 'en')
    expect(opened).toEqual({ subject: 'Thank you', heading: 'Your order', text: '' })
    const input = wordsInput(kind, 'en', opened, { ...opened, heading: ' ', text: 'We pack it.' })
    expect(input).toEqual({ kind, words: [{ language: 'en', heading: null, text: 'We pack it.' }] })
    expect(await save(input)).toEqual([
      { language: 'en', subject: 'Thank you', text: 'We pack it.' },
      { language: 'de', subject: 'Danke' },
    ])
  })

  it('open empty in a language that has none', () => {
    expect(openedWords([{ language: 'en', subject: 'Thank you' }], 'de')).toEqual({ subject: '', heading: '', text: '' })
  })
})

describe('Renewals', () => {
  const entered = { renewalNoticeDays: '7', retryDays: '3, 7 14', cancelsPastDue: 'yes', chargeOnNewCard: '' }

  it('are read as numbers', () => {
    expect(renewalsInput(entered)).toEqual({
      renewalNoticeDays: 7,
      retryDays: [3, 7, 14],
      cancelsPastDue: true,
      chargeOnNewCard: false,
    })
  })

  it('refuse days that are no number, and name the field', () => {
    for (const text of ['30 days', '-1', '1e2', '2.5', 'NaN'])
      expect(fieldOf(() => renewalsInput({ ...entered, renewalNoticeDays: text }))).toBe('renewalNoticeDays')
    expect(fieldOf(() => renewalsInput({ ...entered, retryDays: '3, soon' }))).toBe('retryDays')
  })

  it('may have no notice and no tries', () => {
    expect(renewalsInput({ ...entered, renewalNoticeDays: '', retryDays: ' ' })).toMatchObject({
      renewalNoticeDays: null,
      retryDays: [],
    })
  })
})

describe('A decimal number', () => {
  it('has a point or a comma', () => {
    expect(['19', ' 8.875 ', '2,5'].map((text) => readDecimal(text, 'percent', ''))).toEqual([19, 8.875, 2.5])
  })

  it('is nothing else that JavaScript takes for a number', () => {
    for (const text of ['', 'Infinity', '0x10', '1e3', '-1', '19.', '1.2.3'])
      expect(fieldOf(() => readDecimal(text, 'percent', 'A percentage.'))).toBe('percent')
  })

  it('has as many decimals as its column keeps', () => {
    expect(readDecimal('8,875', 'percent', '', 3)).toBe(8.875)
    expect(fieldOf(() => readDecimal('8.8755', 'percent', 'A percentage.', 3))).toBe('percent')
  })
})

describe('A form that is saved', () => {
  it('sends the fields that were changed, and no others', () => {
    const opened = { url: 'https://a.example/', types: 'order_created', isOrdered: '', enabled: 'yes' }
    const saved = (values: object) => touched(editedWebhook({ ...opened, ...values }), editedWebhook(opened))
    expect(saved({})).toEqual({})
    // The webhook may have been disabled meanwhile: nothing is said of that.
    expect(saved({ types: 'order_created\norder.paid' })).toEqual({ types: ['order_created', 'order_paid'] })
    expect(saved({ enabled: '' })).toEqual({ enabled: false })
  })

  it('of a reason sends an offer with its coupon', () => {
    const opened = { code: '3', words: 'Too much', position: '1', offer: 'percent', couponId: '' }
    const saved = (values: object) => touched(checkedReason({ ...opened, ...values }), reasonInput(opened))
    expect(fieldOf(() => saved({}))).toBe('couponId')
    expect(saved({ couponId: '5', words: 'Too dear' })).toEqual({ couponId: '5', words: 'Too dear' })
    expect(saved({ offer: '', position: '' })).toEqual({ offer: null, position: 0 })
    expect(fieldOf(() => saved({ code: 'three', couponId: '5' }))).toBe('code')
  })

  it('of the shop is taken without a tax number, and with nothing changed', async () => {
    const save = async (input: object) => {
      const mutation =
        'mutation ($input: UpdateStoreInput!) { updateStore(input: $input) { store { legalName taxId } userErrors { message } } }'
      return (await graphql(mutation, { input }, merchant)).data.updateStore
    }
    const entered = { legalName: 'Larch Ltd', address: '1 Quay', taxId: ' ', invoicePrefix: '' }
    const store = { legalName: 'Larch Ltd', taxId: null }
    expect(await save(invoicesInput(entered))).toEqual({ store, userErrors: [] })
    expect(await save(touched(invoicesInput(entered), invoicesInput(entered)))).toEqual({ store, userErrors: [] })
  })
})
