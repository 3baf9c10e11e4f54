/** An instance that a subscription may change to, with the terms that it is sold for: read for a change. */
import type { Shape } from '../../../db/shape.ts'
import { planRowInputs } from '../../../read/plan/row-inputs.ts'
import { modelOf } from '../../../schema/model.ts'
import { notFound } from '../../../values/errors.ts'
import { field, say } from '../../../values/sentence.ts'
import type { Write } from '../../../writes/write.ts'
import { models } from '../../data-model.ts'
import type { RenewalFacts } from '../due/renewal.ts'
import type { PriceFacts } from '../forecast/renewal-price.ts'
import { instanceInputs, productInputs } from '../forecast/upcoming.ts'

type SoldTerm = Pick<Shape<'SubscriptionTypeTerm'>, 'id' | 'numCycles' | 'enabled' | 'gift' | 'archivedAt'>

/** An instance with its product, that product's rhythm, and all its terms. */
export type Offer = PriceFacts['instance'] & {
  deleted: boolean
  product: PriceFacts['product'] & {
    deleted: boolean
    billing: RenewalFacts['billing']
    subscriptionTypes: { archivedAt: Date | null; terms: SoldTerm[] }[]
  }
}

const readInstance = planRowInputs(modelOf(models, 'ProductInstance'), {
  columns: [...instanceInputs.columns, 'deleted'],
  relations: {
    ...instanceInputs.relations,
    product: {
      columns: [...productInputs.columns, 'deleted'],
      relations: {
        ...productInputs.relations,
        billing: { columns: ['id', 'rebillMonths', 'rebillWeeks', 'rebillDay'] },
        subscriptionTypes: {
          columns: ['archivedAt'],
          relations: { terms: { columns: ['id', 'numCycles', 'enabled', 'gift', 'archivedAt'] } },
        },
      },
    },
  },
})

/**
 * Reads an instance and what it is sold for.
 *
 * @param isNew whether the subscription does not send it already: then the writer must see it.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another store's, or that a customer does not see.
 */
export async function readOffer(write: Write, id: bigint, isNew: boolean): Promise<Offer> {
  if (isNew && !(await write.find('ProductInstance', { id }, 'KEY SHARE')))
    throw notFound(say`${field('productInstanceId')} matches none in the store.`)
  return (await readInstance(write.tx, write.context, id)) as Offer
}
