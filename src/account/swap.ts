/** The form that changes what a subscription sends with its next renewal. */
import type { HttpAnswer } from '../http/exchange.ts'
import { maxQuantity } from '../purchases/payment/plan.ts'
import { change, choice, formPage, whereOpen } from './acts.ts'
import { documentOf, read } from './ask.ts'
import { changeOf, namedInstance } from './boxes.ts'
import { html } from './html.ts'
import { goTo } from './page.ts'
import { type CustomerVisit, fieldOf } from './visit.ts'

const offered = documentOf(`query Account_Offered($id: ID!) {
  subscription(id: $id) {
    productInstanceId termId quantity
    scheduledChange { productInstanceId termId quantity }
  }
  products(filter: { hasSubscribers: { eq: true } }, first: 30) { nodes { id name
    instances { id deleted price variants { variantValue { value } } termPrices { termId price } }
    baseTermPrices { termId price } giftTerms { id }
    subscriptionTypes { terms { id name deleted enabled } } } }
}`)

type OfferedProduct = {
  id: string
  name: string
  instances: { id: string; deleted: boolean; variants: { variantValue: { value: string } }[]; termPrices: OfferedPrice[] }[]
  baseTermPrices: OfferedPrice[]
  giftTerms: { id: string }[]
  subscriptionTypes: { terms: { id: string; name: string; deleted: boolean; enabled: boolean }[] }[]
}
type OfferedPrice = { termId: string; price: number | string }
type ShownPlan = { productInstanceId: string; termId: string; quantity: number }
type OfferedPlans = {
  subscription: ShownPlan & { scheduledChange: ShownPlan | null }
  products: { nodes: OfferedProduct[] }
}

/** The plans that a subscription may change to: each instance with each term that has a price and is no gift's. */
function plansOf({ nodes }: OfferedPlans['products']) {
  return nodes.flatMap(({ name, instances, baseTermPrices, giftTerms, subscriptionTypes }) => {
    const isGift = (termId: string) => giftTerms.some(({ id }) => id === termId)
    const terms = subscriptionTypes
      .flatMap((type) => type.terms)
      .filter(({ id, enabled, deleted }) => enabled && !deleted && !isGift(id))
    return instances
      .filter(({ deleted }) => !deleted)
      .flatMap((instance) =>
        terms.flatMap(({ id: termId, name: term }) => {
          const own = instance.termPrices.find((each) => each.termId === termId)
          const price = own ?? baseTermPrices.find((each) => each.termId === termId)
          return price
            ? [{ value: `${instance.id}-${termId}`, name: namedInstance(name, instance), term, price: price.price }]
            : []
        }),
      )
  })
}

/** A plan without its quantity, as the value of a choice. */
const planValue = ({ productInstanceId, termId }: ShownPlan): string => `${productInstanceId}-${termId}`

/** The form opens with the scheduled plan, which an act changes; where there is none, with the present one. */
export const swapForm = whereOpen('change_product', async (visit, box) => {
  const { swap } = visit.frame.words
  const { subscription, products } = await read<OfferedPlans>(visit.context, offered, { id: box.id })
  const { scheduledChange } = subscription
  const opened = scheduledChange ?? subscription
  const plans = plansOf(products)
  const hintOf = (value: string, term: string): string =>
    [
      term,
      value === planValue(subscription) && swap.current,
      scheduledChange && value === planValue(scheduledChange) && swap.scheduled,
    ]
      .filter(Boolean)
      .join(' · ')
  const shown = plans.map(({ value, name, term, price }) =>
    choice(
      'plan',
      value,
      html`${name}<small class="hint">${hintOf(value, term)}</small>`,
      value === planValue(opened),
      html`<span class="end">${visit.formats.amount(Number(price))}</span>`,
    ),
  )
  const sentence = changeOf(box, visit.frame.words)
  const asked = html`${sentence && html`<p class="note">${sentence}</p>`}<input type="hidden" name="opened_plan" value="${planValue(opened)}"><input type="hidden" name="opened_quantity" value="${opened.quantity}"><fieldset><legend class="unseen">${swap.title}</legend>${shown}</fieldset>
<label>${swap.quantity}<input type="number" name="quantity" min="1" max="${maxQuantity}" value="${opened.quantity}" required></label><button class="main">${swap.save}</button>`
  return formPage(visit, 'swap', {
    title: swap.title,
    text: plans.length === 0 ? swap.none : swap.text,
    asked: plans.length === 0 ? '' : asked,
  })
})

/** Sends what differs from what the form opened with: the server puts it into the plan that is scheduled by then. */
export function swap(visit: CustomerVisit): HttpAnswer | Promise<HttpAnswer> {
  const given = (name: string) => fieldOf(visit.form, name)
  const [productInstanceId = '', termId = ''] = given('plan').split('-')
  const quantity = Number.parseInt(given('quantity'), 10)
  const input = {
    ...(given('plan') !== given('opened_plan') && { productInstanceId, termId }),
    ...(quantity > 0 && String(quantity) !== given('opened_quantity') && { quantity }),
  }
  return Object.keys(input).length === 0 ? goTo('/account') : change(visit, 'changeSubscription', input, 'swapped')
}
