/** Makes a product that is sold once, by subscription, or both: one instance with a price, and a term. */
import { CreateProductDocument } from '../documents/products.ts'
import { money, readMoney } from '../format.ts'
import type { Act } from '../parts/act.tsx'
import { readDecimal, readWhole } from '../parts/entered.ts'
import { FieldFault } from '../parts/field-fault.ts'
import type { FormValues } from '../parts/run-act.ts'

type Interval = { label: string; billing: { rebillMonths: number; rebillWeeks: number } }

const rhythms: Record<string, Interval> = {
  month: { label: 'Every month', billing: { rebillMonths: 1, rebillWeeks: 0 } },
  quarter: { label: 'Every 3 months', billing: { rebillMonths: 3, rebillWeeks: 0 } },
  week: { label: 'Every week', billing: { rebillMonths: 0, rebillWeeks: 1 } },
  fortnight: { label: 'Every 2 weeks', billing: { rebillMonths: 0, rebillWeeks: 2 } },
}

function amount(text: string, field: string): number {
  const read = readMoney(text)
  if (read === undefined || read < 0) throw new FieldFault(field, `An amount, such as ${money(1250)}.`)
  return read
}

function shippingOf({ shipOption, shipping = '', weight = '' }: FormValues) {
  return {
    shipOption,
    ...(shipOption === 'flat' && { flatShipPrice: amount(shipping, 'shipping') }),
    ...(weight.trim() !== '' && { shipWeight: readDecimal(weight, 'weight', 'A weight, such as 2.5.') }),
  }
}

export const newProduct: Act = {
  label: 'New product',
  title: 'New product',
  document: CreateProductDocument,
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'sku', label: 'SKU', kind: 'text', paths: ['instances.sku'] },
    { name: 'description', label: 'Description', kind: 'lines', isOptional: true },
    {
      name: 'rhythm',
      label: 'By subscription',
      kind: 'choice',
      options: [{ value: '', label: 'No' }, ...Object.entries(rhythms).map(([value, { label }]) => ({ value, label }))],
    },
    {
      name: 'price',
      label: 'Price',
      kind: 'amount',
      hint: 'Of one delivery.',
      paths: ['instances.price', 'subscriptionTypes.terms.price'],
    },
    { name: 'once', label: 'Also sold once', kind: 'check', paths: ['singlePurchasable'] },
    {
      name: 'stock',
      label: 'Pieces on hand',
      kind: 'whole',
      hint: 'Leave it empty where they are not counted.',
      paths: ['instances.stock.quantityOnHand'],
      isOptional: true,
    },
    {
      name: 'shipOption',
      label: 'Shipping',
      kind: 'choice',
      options: [
        { value: 'free', label: 'Free' },
        { value: 'flat', label: 'The same price everywhere' },
        { value: 'weight', label: 'As the shipping zones say' },
      ],
    },
    {
      name: 'shipping',
      label: 'Shipping of a delivery',
      kind: 'amount',
      hint: 'Where it is the same everywhere.',
      paths: ['flatShipPrice'],
      isOptional: true,
    },
    {
      name: 'weight',
      label: 'Weight of a piece',
      kind: 'text',
      hint: 'Where zones go by weight, such as 2.5.',
      paths: ['shipWeight'],
      isOptional: true,
    },
  ],
  values: { rhythm: 'month', once: 'yes', shipOption: 'free' },
  input({ name = '', sku = '', description, rhythm = '', price = '', once, stock = '', ...ship }) {
    if (name.trim() === '') throw new FieldFault('name', 'The name that customers read.')
    if (stock) readWhole(stock, 'stock', 'A whole number from 0 on.')
    const each = amount(price, 'price')
    const chosen = rhythms[rhythm]
    return {
      name,
      sku,
      ...(description && { description }),
      visible: true,
      listed: true,
      singlePurchasable: once === 'yes' || !chosen,
      ...shippingOf(ship),
      ...(chosen && {
        billing: chosen.billing,
        subscriptionTypes: [{ name: 'Subscription', terms: [{ name: chosen.label, numCycles: 1, price: each }] }],
      }),
      instances: [{ sku, price: each, ...(stock && { stock: { trackInventory: true, quantityOnHand: Number(stock) } }) }],
    }
  },
  preview: ({ product }) =>
    [
      `${product.name} is sold from now on`,
      ...product.baseTermPrices.map(
        (each: { price: number; term: { name: string } }) => `${each.term.name.toLowerCase()}: ${money(each.price)}`,
      ),
    ].join(', '),
  done: 'The product is made.',
  scope: 'write_products',
}
