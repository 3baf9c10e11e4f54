/** The records that the parameters of REST paths stand for. */
import { models } from '../../src/resources/data-model.ts'

/** Parameters whose names the contract shortens; any other is the name of its model: `{coupon_id}`, `{address_id}`. */
const shortened: Readonly<Record<string, string>> = {
  band_id: 'ShippingBand',
  kind: 'MailSetting',
  prod_id: 'Product',
  product_instance_term_price_id: 'ProductInstanceSubscriptionTypeTermPrice',
  result_id: 'ProductSurveyResult',
  sub_id: 'Subscription',
  survey_id: 'ProductSurvey',
  trans_id: 'Transaction',
  zone_id: 'ShippingZone',
}

/**
 * The model that a parameter of a path stands for: `Coupon` for `coupon_id`.
 *
 * @throws Error naming a parameter that is the name of no model.
 */
export function modelOfParameter(name: string): string {
  const words = name.replace(/_id$/, '').split('_')
  const model = shortened[name] ?? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  if (![...models.keys()].some((each) => each === model))
    throw new Error(`{${name}} names no model: call it {<model>_id}, or enter it in test/support/path-parameters.ts.`)
  return model
}

/** Parameters that are texts which all stores have alike, each with one of them. */
export const texts: Readonly<Record<string, string>> = { kind: 'shipped' }

/** The names of the parameters in a path that stand for records. */
export const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in texts))
