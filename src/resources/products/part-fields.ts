/** The writable fields of the parts of a product; none can be null, but for prices, whose null takes the price away. */
import { amount, count, flag, measure, step, text } from '../../values/writable.ts'
import { code, externalId, link, name } from '../../values/writable-texts.ts'

const description = (shown: string) => text(shown, { max: 5_000, initially: '' })

// With these limits no term ends later than the year 9999.
export const billingFields = {
  rebillDay: step('Day of the month that renewals are billed on, 0 for the day the subscription began', { from: 0, to: 31 }),
  rebillMonths: count('Months from one renewal to the next; 0 where the rhythm is weekly', { max: 120, initially: 1 }),
  rebillWeeks: count('Weeks from one renewal to the next', { max: 520, ifNull: 'none' }),
  rebillWindow: count('Days during which a late renewal is tried again', { initially: 0 }),
}

export const variantFields = {
  name: name('Name of the difference, such as size', { max: 200, notBlank: true }),
  description: description('Text shown beside it'),
}

export const variantValueFields = {
  value: name('The value, as customers read it', { max: 200, notBlank: true }),
  description: description('Text shown beside it'),
  isDefault: flag('Whether it is chosen unless the customer chooses', { initially: false }),
}

export const typeFields = {
  name: name('Name of the kind of subscription', { max: 200, notBlank: true }),
  description: description('Text shown beside it'),
}

export const termFields = {
  name: name('Name of the term', { max: 200, notBlank: true }),
  description: description('Text shown beside it'),
  enabled: flag('Whether it can be bought', { initially: true }),
  numCycles: count('How many billing cycles one payment covers', { min: 1, max: 500, initially: 1 }),
  gift: flag('Whether it is sold as a gift', { initially: false }),
}

/** The prices of a term of the product, which stand beside its own fields. */
export const pricesOfTerm = {
  price: amount('Price of one payment for the term', { ifNull: 'none' }),
  giftPrice: amount('Price of one payment for the term as a gift', { ifNull: 'none' }),
}

export const instanceFields = {
  externalId: externalId('product instance'),
  sku: code('Stock keeping unit', { max: 100, initially: '' }),
  price: amount('Price when it is bought once'),
  gift: flag('Whether it is the instance that is given as a gift', { initially: false }),
  shipWeight: measure('Weight for shipping, in ounces', { initially: 0 }),
}

export const stockFields = {
  quantityOnHand: count('How many are on the shelf', { initially: 0 }),
  lowStockAt: count('The count at which the stock is low', { ifNull: '0' }),
  confidence: step('How sure the count is', { from: 1, to: 10 }),
  trackInventory: flag('Whether the count is kept at all', { initially: true }),
  outOfStockPurchases: flag('Whether it may be bought when none is on the shelf', { initially: false }),
}

/** The price that an instance has for a term. */
export const instancePriceFields = { price: amount('Price of one payment for the term') }

export const imageFields = { url: link('Address of the picture', { example: 'https://shop.example/honey.jpg' }) }

export const surveyFields = { name: name('Name of the survey', { max: 200, notBlank: true }) }

export const questionFields = { name: name("The question's text", { max: 1_000, notBlank: true }) }
