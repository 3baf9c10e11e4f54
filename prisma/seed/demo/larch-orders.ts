/** Orders of the first demo shop that no subscription made, carts that never became one, and customers' own metadata. */
import { addMinutes, type Calendar } from './calendar.ts'
import type { Customer } from './customers.ts'
import type { addLarchCoupons, LarchCatalogue } from './larch-catalogue.ts'
import { addPurchase, type Purchase } from './purchase.ts'
import type { Rows } from './rows.ts'

export function addLarchOrders(
  rows: Rows,
  calendar: Calendar,
  customers: Customer[],
  catalogue: LarchCatalogue,
  { tenth }: ReturnType<typeof addLarchCoupons>,
): void {
  const { day } = calendar
  const { lantern, mug, notebook, backOrder, card, blanket } = catalogue
  const order = (number: number, daysAgo: number, lines: Purchase['lines'], rest: Partial<Purchase> = {}) => {
    const customer = customers[number - 1]
    if (!customer) throw new Error(`There is no customer ${number}.`)
    addPurchase(rows, calendar, { customer, placedAt: addMinutes(day(-daysAgo), 11 * 60 + number * 7), lines, ...rest })
  }
  order(1, 40, [{ product: lantern }, { product: mug, quantity: 2 }, { product: card, quantity: 3 }])
  order(2, 33, [{ product: blanket }], { refunds: ['all'], note: 'Arrived torn; sent back at our cost.' })
  order(2, 9, [{ product: mug, quantity: 4 }, { product: backOrder }], { linesSent: 1 })
  order(4, 21, [{ product: mug }, { product: notebook, quantity: 2 }], { refunds: [450, 450] })
  order(8, 300, [{ product: notebook }], { payments: ['failed'] })
  order(10, 16, [{ product: lantern, quantity: 2 }], {
    gift: {
      giftMessage: 'For the new house!',
      giftRecipientName: 'Ivy Holloway',
      giftRecipientEmail: 'ivy.holloway@example.com',
    },
  })
  order(10, 1, [{ product: mug, quantity: 6 }], { linesSent: 0 })
  order(13, 14, [{ product: lantern }], { refunds: ['all'], callOff: true, note: 'Called off before it was packed.' })
  order(14, 11, [{ product: mug }, { product: card }], { discount: 165, coupon: { id: tenth, code: 'TENTH' } })
  order(15, 6, [{ product: notebook }, { product: card }, { product: mug }], { note: 'Please use the blue paper.' })
  order(15, 2, [{ product: backOrder }], { linesSent: 0 })
  order(15, 90, [{ product: lantern }], { isTest: true })

  for (const [index, customer] of customers.slice(0, 3).entries()) {
    const cartId = rows.add('cart', {
      storeId: customer.storeId,
      customerId: customer.id,
      shipPrice: 500,
      createdAt: addMinutes(day(-index - 1), 700),
    })
    for (const { id } of mug.forms.slice(0, 1))
      rows.add('cartProduct', { storeId: customer.storeId, cartId, productInstanceId: id, quantity: index + 1 })
  }
  addCustomerMetadata(rows, calendar, customers)
}

function addCustomerMetadata(rows: Rows, { day }: Calendar, customers: Customer[]): void {
  const records = [
    { language: 'en', newsletter: true, birthday: '1988-04-02', visits: 17, shoe: { size: 42 }, pets: ['Biscuit', 'Otto'] },
    { language: 'de', newsletter: false, 'shoe.size': '43', lastCall: '2026-01-15T16:05:00+01:00' },
    { zip: '02134', points: '1250', nickname: null },
  ]
  for (const [index, data] of records.entries()) {
    const customer = customers[index]
    if (customer) rows.addMetadata(customer.storeId, { customerId: customer.id }, data, day(-50 + index))
  }
}
