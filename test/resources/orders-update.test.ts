/** Orders: what may be written of them once they are placed. */
import { beforeEach, describe, expect, it } from 'vitest'
import { update } from '../../src/resources/orders/update-rules.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, form, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const columns = {
  note: true,
  isGift: true,
  giftMessage: true,
  giftRecipientName: true,
  giftRecipientEmail: true,
  giftRenewalNotif: true,
} as const
const find = (isGift: boolean) =>
  db.order.findFirstOrThrow({ where: { storeId: 1n, isGift }, orderBy: { id: 'asc' }, select: { id: true, ...columns } })
const plain = await find(false)
const gift = await find(true)
const theirs = await db.order.findFirstOrThrow({ where: { storeId: 2n } })

const pathOf = ({ id }: { id: bigint }) => `/v1/orders/${id}/`
const put = (order: { id: bigint }, body: unknown) => store.rest(`PUT ${pathOf(order)}`, store.merchant, json(body))
const info = { gift_message: 'For you', gift_recipient_name: 'Edith', gift_recipient_email: 'edith@example.org' }
const giftInfo = { giftMessage: 'For you', giftRecipientName: 'Edith', giftRecipientEmail: 'edith@example.org' }

beforeEach(async () => {
  for (const { id, ...data } of [plain, gift]) await db.order.update({ where: ofStore(id), data })
})

describe('the rule', () => {
  it('makes an order a gift when gift information says anything', () => {
    const order = { isGift: false, giftMessage: '', giftRecipientName: '', giftRecipientEmail: '' }
    expect(update(order, { orderGiftInfo: { giftMessage: 'Hi' } })).toEqual({ giftMessage: 'Hi', isGift: true })
    for (const given of [{}, { giftMessage: '' }, { giftMessage: '', giftRecipientName: '', giftRecipientEmail: '' }])
      expect(update(order, { orderGiftInfo: given })).toEqual({})
    expect(update({ ...order, isGift: true, giftMessage: 'Hi' }, { orderGiftInfo: { giftMessage: '' } })).toEqual({
      giftMessage: '',
      isGift: true,
    })
    expect(update(order, { note: null })).toEqual({ note: null })
    expect(update(order, {})).toEqual({})
  })

  it('takes null for the gift information of an order that is no gift, and of no other', () => {
    expect(update({ isGift: false }, { orderGiftInfo: null })).toEqual({})
    expect(() => update({ isGift: true }, { orderGiftInfo: null })).toThrow(
      'order_gift_info must not be null: an order that is a gift stays one.',
    )
  })

  it('takes texts up to their limits', () => {
    const note = 10_000
    const others = { giftMessage: 10_000, giftRecipientName: 200, giftRecipientEmail: 320 }
    expect(() => update({ isGift: false }, { note: 'x'.repeat(note) })).not.toThrow()
    expect(() => update({ isGift: false }, { note: 'x'.repeat(note + 1) })).toThrow('note must have at most 10000 characters.')
    const order = { isGift: false }
    for (const [name, most] of Object.entries(others)) {
      expect(() => update(order, { orderGiftInfo: { [name]: 'x'.repeat(most) } })).not.toThrow()
      expect(() => update(order, { orderGiftInfo: { [name]: 'x'.repeat(most + 1) } })).toThrow(`at most ${most} char`)
    }
  })
})

describe('on both surfaces', () => {
  const asked = (body: object, input: object, order = gift) => ({
    rest: [`PUT ${pathOf(order)}`, json(body)] as [string, RequestInit],
    graphql: ['updateOrder', { id: Number(order.id), ...input }] as [string, object],
  })
  const long = 'x'.repeat(10_001)

  it.each([
    [{ note: long }, { note: long }, 'note must have at most 10000 characters.'],
    [{ gift_renewal_notif: null }, { giftRenewalNotif: null }, 'gift_renewal_notif must not be null.'],
    [{ order_gift_info: null }, { orderGiftInfo: null }, 'order_gift_info must not be null: an order that is a gift stays one.'],
    [{ order_gift_info: { gift_message: null } }, { orderGiftInfo: { giftMessage: null } }, 'gift_message must not be null.'],
    [
      { order_gift_info: { gift_recipient_email: long } },
      { orderGiftInfo: { giftRecipientEmail: long } },
      'gift_recipient_email must have at most 320 characters.',
    ],
  ])('case %# is refused, and nothing else of the write is done', async (body, input, message) => {
    const fine = 'note' in body ? {} : { note: 'Would be fine.' }
    await expectRefused(store, asked({ ...fine, ...body }, { ...fine, ...input }), 'BAD_INPUT', message)
  })

  it.each([
    [null, null],
    [{}, {}],
    [{ gift_message: '' }, { giftMessage: '' }],
    [
      { gift_message: '', gift_recipient_name: '', gift_recipient_email: '' },
      { giftMessage: '', giftRecipientName: '', giftRecipientEmail: '' },
    ],
  ])('the gift information %j leaves an order that is no gift as it is', async (order_gift_info, orderGiftInfo) => {
    const { rest, graphql } = asked({ order_gift_info, note: 'Hi' }, { orderGiftInfo, note: 'Ho' }, plain)
    expect(await store.rest(rest[0], store.merchant, rest[1])).toMatchObject({
      status: 200,
      body: { is_gift: false, note: 'Hi' },
    })
    expect(await mutate(store, ...graphql, 'order { isGift note }')).toEqual({
      record: { isGift: false, note: 'Ho' },
      userErrors: [],
    })
    expect(await db.order.findUnique({ where: ofStore(plain.id), select: columns })).toMatchObject({
      isGift: false,
      giftMessage: '',
      note: 'Ho',
    })
  })

  it.each(['REST', 'GraphQL'])('on %s an order becomes a gift whatever giftable says of its products', async (surface) => {
    await db.product.updateMany({ where: { storeId: 1n }, data: { giftable: false } })
    const { rest, graphql } = asked({ order_gift_info: info }, { orderGiftInfo: giftInfo }, plain)
    if (surface === 'REST')
      expect(await store.rest(rest[0], store.merchant, rest[1])).toMatchObject({
        status: 200,
        body: { is_gift: true, order_gift_info: info },
      })
    else expect(await mutate(store, ...graphql, 'order { isGift }')).toEqual({ record: { isGift: true }, userErrors: [] })
    expect(await db.order.findUnique({ where: ofStore(plain.id), select: columns })).toMatchObject({ isGift: true, ...giftInfo })
  })

  it("a missing order and another store's are not found", async () => {
    for (const id of [9_007_199_254_740_991n, theirs.id]) {
      await expectRefused(store, asked({ note: 'a' }, { note: 'a' }, { ...gift, id }), 'NOT_FOUND', 'Not found.')
    }
  })
})

describe('REST', () => {
  it('writes the note and answers the order; null takes it away', async () => {
    const { body: read } = await store.rest(pathOf(plain))
    const { status, body } = await put(plain, { note: 'Ring twice.' })
    expect({ status, body }).toEqual({ status: 200, body: { ...read, note: 'Ring twice.' } })
    expect((await put(plain, { note: null })).body.note).toBeNull()
  })

  it('makes an order a gift by its gift information', async () => {
    const { body } = await put(plain, { order_gift_info: info, gift_renewal_notif: true })
    expect(body).toMatchObject({
      is_gift: true,
      order_gift_info: info,
      gift_message: 'For you',
      gift_renewal_notif: true,
    })
    expect((await store.rest(pathOf(plain))).body).toEqual(body)
  })

  it('merges gift information into what is there', async () => {
    const { body } = await put(gift, { order_gift_info: { gift_message: 'Other words' } })
    expect(body.order_gift_info).toEqual({
      gift_message: 'Other words',
      gift_recipient_name: gift.giftRecipientName,
      gift_recipient_email: gift.giftRecipientEmail,
    })
  })

  it('takes a nested form', async () => {
    const { status, body } = await store.rest(
      `PUT ${pathOf(plain)}`,
      store.merchant,
      form('note=Hello&order_gift_info[gift_message]=Hi+there&gift_renewal_notif=True'),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ note: 'Hello', is_gift: true, gift_message: 'Hi there', gift_renewal_notif: true })
  })

  it('takes an order that was read and is sent back with one field changed', async () => {
    for (const order of [plain, gift]) {
      const { body: read } = await store.rest(pathOf(order))
      const { status, body } = await put(order, { ...read, note: 'Changed' })
      expect({ status, body }).toEqual({ status: 200, body: { ...read, note: 'Changed' } })
    }
  })

  it.each([
    ['note', 3, 'note must be text.'],
    ['order_gift_info', 'yes', 'order_gift_info must be an object.'],
    ['order_gift_info', ['Hi'], 'order_gift_info must be an object.'],
    ['order_gift_info', { gift_message: 1 }, 'order_gift_info.gift_message must be text.'],
    ['order_gift_info', { message: 'Hi' }, 'Unknown field: order_gift_info.message'],
    ['gift_renewal_notif', 'perhaps', 'gift_renewal_notif must be true or false.'],
    ['gift_message', 'Hi', 'gift_message is read-only.'],
    ['total', -1, 'total is read-only.'],
    ['customer_id', 4711, 'customer_id is read-only.'],
    ['is_gift', true, 'is_gift is read-only.'],
    ['colour', 'red', 'Unknown field: colour'],
  ])('refuses %s = %j', async (name, value, message) => {
    await expectRefused(store, { rest: [`PUT ${pathOf(plain)}`, json({ [name]: value })] }, 'BAD_INPUT', message)
  })

  it('costs four statements, and three when it changes nothing', async () => {
    expect(await store.statements(() => put(plain, { note: 'Four' }))).toHaveLength(4)
    expect(await store.statements(() => put(plain, { order_gift_info: info }))).toHaveLength(4)
    expect(await store.statements(() => put(plain, { order_gift_info: info }))).toHaveLength(3)
  })
})

describe('GraphQL', () => {
  it('writes, and REST shows it at once', async () => {
    const { record, userErrors } = await mutate(
      store,
      'updateOrder',
      { id: Number(plain.id), note: 'Hello', orderGiftInfo: giftInfo },
      'order { note isGift orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail } }',
    )
    expect({ record, userErrors }).toEqual({ record: { note: 'Hello', isGift: true, orderGiftInfo: giftInfo }, userErrors: [] })
    expect((await store.rest(pathOf(plain))).body).toMatchObject({ note: 'Hello', is_gift: true, order_gift_info: info })
  })

  it('is not open to customers', async () => {
    const { customerId } = await db.order.findUniqueOrThrow({ where: ofStore(plain.id) })
    const query = `mutation { updateOrder(input: { id: ${plain.id}, note: "Mine" }) { userErrors { code } } }`
    const { errors } = await store.graphql(query, {}, await store.customerToken(customerId))
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  })
})
