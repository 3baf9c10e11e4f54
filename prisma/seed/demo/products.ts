/** Turns the short description of a product into its rows: forms, stock, terms, prices, variants and pictures. */
import type { Prisma } from '../../generated/client/client.ts'
import type { Rhythm } from './calendar.ts'
import type { Rows } from './rows.ts'

export type Stock = { onHand: number; tracked?: boolean; outOfStockPurchases?: boolean; confidence?: number }

export type TermSpec = { cycles: number; name: string; price: number; disabled?: true; gift?: true }

export type ProductSpec = {
  name: string
  description: string
  sku: string
  /** Price of a form that is bought once. */
  price: number
  weight: number
  billing: Billing
  shipPrice?: number
  /** One stock record for each form, in the order of the variant values. */
  stock: Stock[]
  terms?: TermSpec[]
  variant?: { name: string; description: string; values: { value: string; description: string; pictured?: true }[] }
  /** Adds a form that is only given as a gift. */
  giftForm?: true
  /** Its metadata, kept since a day. */
  metadata?: { data: Prisma.InputJsonObject; at: Date }
  more?: Partial<Prisma.ProductCreateManyInput>
}

export type Billing = Rhythm & { id: number }
export type Form = { id: number; sku: string; price: number }
export type Term = { id: number; cycles: number; price: number; gift: boolean }
export type Product = {
  id: number
  storeId: number
  name: string
  billing: Billing
  shipPrice: number
  forms: Form[]
  /** The type of its terms that are no gifts. */
  typeId: number
  terms: Term[]
}

export function addBilling(rows: Rows, storeId: number, rhythm: Rhythm & { rebillWindow: number }): Billing {
  return { ...rhythm, id: rows.add('productBilling', { storeId, ...rhythm }) }
}

export function addProduct(rows: Rows, storeId: number, spec: ProductSpec): Product {
  const shipPrice = spec.shipPrice ?? 500
  const slug = spec.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const productId = rows.add('product', {
    storeId,
    name: spec.name,
    description: spec.description,
    sku: spec.sku,
    slug,
    singlePurchasable: !spec.terms,
    flatShipPrice: shipPrice,
    shipOption: shipPrice === 0 ? 'free' : 'flat',
    shipWeight: spec.weight,
    productBillingId: spec.billing.id,
    ...spec.more,
  })
  rows.add('productImage', { storeId, productId, url: `/images/${slug}.jpg` })
  if (spec.metadata) rows.addMetadata(storeId, { productId }, spec.metadata.data, spec.metadata.at)
  const forms = addForms(rows, storeId, productId, spec)
  const { typeId, terms } = addTerms(rows, storeId, productId, spec.terms ?? [], forms)
  return { id: productId, storeId, name: spec.name, billing: spec.billing, shipPrice, forms, typeId, terms }
}

function addForms(rows: Rows, storeId: number, productId: number, spec: ProductSpec): Form[] {
  const { variant } = spec
  const typeId =
    variant && rows.add('productVariantType', { storeId, productId, name: variant.name, description: variant.description })
  const forms = spec.stock.map((stock, index) => {
    const value = variant?.values[index]
    const form = addForm(
      rows,
      storeId,
      productId,
      spec,
      value ? `${spec.sku}-${value.value.toUpperCase()}` : `${spec.sku}-1`,
      stock,
      false,
    )
    if (typeId !== undefined && value) {
      const valueId = rows.add('productVariantValue', {
        storeId,
        productVariantTypeId: typeId,
        value: value.value,
        description: value.description,
        isDefault: index === 0,
      })
      rows.add('productInstanceVariant', {
        storeId,
        productInstanceId: form.id,
        productVariantTypeId: typeId,
        productVariantValueId: valueId,
      })
      if (value.pictured) rows.add('productImage', { storeId, productVariantValueId: valueId, url: `/images/${value.value}.jpg` })
    }
    rows.add('productImage', { storeId, productInstanceId: form.id, url: `/images/${form.sku.toLowerCase()}.jpg` })
    return form
  })
  if (spec.giftForm) forms.push(addForm(rows, storeId, productId, spec, `${spec.sku}-GIFT`, { onHand: 20 }, true))
  return forms
}

function addForm(
  rows: Rows,
  storeId: number,
  productId: number,
  spec: ProductSpec,
  sku: string,
  stock: Stock,
  gift: boolean,
): Form {
  const deleted = spec.more?.deleted ?? false
  const id = rows.add('productInstance', { storeId, productId, price: spec.price, sku, shipWeight: spec.weight, gift, deleted })
  rows.add('productInventory', {
    storeId,
    productId,
    productInstanceId: id,
    quantityOnHand: stock.onHand,
    trackInventory: stock.tracked ?? true,
    outOfStockPurchases: stock.outOfStockPurchases ?? false,
    confidence: stock.confidence ?? 10,
  })
  return { id, sku, price: spec.price }
}

function addTerms(rows: Rows, storeId: number, productId: number, specs: TermSpec[], forms: Form[]) {
  if (specs.length === 0) return { typeId: 0, terms: [] }
  const typeId = rows.add('subscriptionType', {
    storeId,
    productId,
    name: 'Standard',
    description: 'Renews until it is cancelled.',
  })
  const giftTypeId = specs.some(({ gift }) => gift)
    ? rows.add('subscriptionType', { storeId, productId, name: 'Gift', description: 'Paid once, for somebody else.' })
    : typeId
  const terms = specs.map(({ cycles, name, price, disabled, gift = false }): Term => {
    const id = rows.add('subscriptionTypeTerm', {
      storeId,
      subscriptionTypeId: gift ? giftTypeId : typeId,
      name,
      description: cycles === 1 ? 'Paid each time.' : `Paid once for ${cycles} deliveries.`,
      enabled: !disabled,
      numCycles: cycles,
      gift,
    })
    rows.add('productTermPrice', { storeId, productId, termId: id, price, gift })
    for (const form of forms) {
      rows.add('productInstanceSubscriptionTypeTermPrice', { storeId, productInstanceId: form.id, termId: id, price })
    }
    return { id, cycles, price, gift }
  })
  return { typeId, terms }
}
