/** Differences between the product and the model, with the story of what they are about. */
import { written } from './dates.ts'
import type { Life } from './life.ts'
import type { Order } from './order.ts'

const most = 25

const said = (title: string, expected: unknown, found: unknown): string[] => [
  title,
  `  expected ${JSON.stringify(expected)}`,
  `  found    ${JSON.stringify(found)}`,
]

/** A difference, with the story of the subscription. */
export function told({ beginning, story }: Life, what: string, expected: unknown, found: unknown): string {
  const { customer, product, card: _card, ...rest } = beginning
  const shown = { ...rest, customer: customer.id, product: product.name, pace: product.pace, cycles: product.cycles }
  return [
    ...said(`Subscription ${beginning.id}: ${what}`, expected, found),
    `  it began as ${JSON.stringify(shown)}`,
    ...story.slice(-most).map((line) => `  ${line}`),
  ].join('\n')
}

/** A difference, with the story of the order. */
export function toldOrder(
  { id, placedAt, customer, lines, story }: Order,
  what: string,
  expected: unknown,
  found: unknown,
): string {
  const lives = lines.map(({ life }) => life?.beginning.id).filter(Boolean)
  return [
    ...said(`Order ${id} of ${written(placedAt)}, customer ${customer.id}, subscriptions [${lives}]: ${what}`, expected, found),
    ...story.slice(-most).map((line) => `  ${line}`),
    ...lines.flatMap(({ life }) => life?.story.slice(-most).map((line) => `  subscription ${life.beginning.id}: ${line}`) ?? []),
  ].join('\n')
}
