/** The writable fields of a product and of its prices; none can be null. */
import { amount, flag, measure, oneOf, reference, text } from '../../values/writable.ts'
import { code, externalId, name } from '../../values/writable-texts.ts'
import { labels } from '../labels.ts'

export const maxSlugLength = 200

export const writable = {
  externalId: externalId('product'),
  name: name('Name of the product', { max: 200, notBlank: true }),
  description: text("Text shown on the product's page", { max: 50_000, initially: '' }),
  sku: code('Stock keeping unit of the product as a whole', { max: 100, initially: '' }),
  slug: code("Last part of the address of the product's page", {
    max: maxSlugLength,
    notBlank: true,
    uniqueTo: 'product',
  }),
  visible: flag('Whether customers can see it', { initially: true }),
  listed: flag("Whether it appears in the shop's lists", { initially: true }),
  giftable: flag('Whether the shop offers it as a gift; any product can be given as one', { initially: false }),
  reviewable: flag('Whether customers may review it', { initially: true }),
  singlePurchasable: flag('Whether it can be bought once, be it by subscription too or not', { initially: false }),
  shipWeight: measure('Weight for shipping, in ounces', { initially: 0 }),
  shipOption: oneOf('How shipping is priced', ['flat', 'weight', 'free'], undefined, { initially: 'flat' }),
  flatShipPrice: amount('Shipping price when it is sent at a flat rate', { initially: 0n }),
  giftShipping: amount('Shipping price when it is sent as a gift', { initially: 0n }),
  taxClass: code('The tax class, whose rates apply to it', { max: 50, notBlank: true, initially: 'standard' }),
  ...labels('product'),
}

/** The fields of a new product that is given no slug. */
export const { slug: _, ...withoutSlug } = writable

/** The price of a product for a term, to buy or to give it. */
export const termPriceFields = {
  productId: reference('Product', 'The product priced', { isFixed: true }),
  termId: reference('SubscriptionTypeTerm', 'The term priced, one of the product', { isFixed: true }),
  price: amount('Price of one payment for the term'),
  gift: flag('Whether it is the price as a gift', { initially: false, isFixed: true }),
}

/** The price of an instance for a term, which comes before that of its product. */
export const instanceTermPriceFields = {
  productInstanceId: reference('ProductInstance', 'The product instance priced', { isFixed: true }),
  termId: reference('SubscriptionTypeTerm', 'The term priced, one of the product', { isFixed: true }),
  price: amount('Price of one payment for the term'),
}
