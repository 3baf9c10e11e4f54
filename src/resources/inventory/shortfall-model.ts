/** The model of shortfalls, whose rows are computed; see shortfalls.ts. */
import { computedModel } from '../../schema/computed-rows.ts'
import type { Models } from '../../schema/model.ts'

const columns = {
  productId: { kind: 'id', description: 'The product.' },
  productInstanceId: { kind: 'id', description: 'The instance of it that there are too few of.' },
  onHand: { kind: 'integer', description: 'How many are on the shelf.' },
  needed: { kind: 'integer', description: 'How many its coming deliveries take.' },
  short: { kind: 'integer', description: 'How many are missing.' },
  runsOutAt: { kind: 'time', description: 'When the first delivery is to be made for which there are too few.' },
  deliveries: { kind: 'integer', description: 'How many deliveries there are too few for: that one, and all behind it.' },
} as const

/** Its types, as Pothos writes those of the models of the database. */
export type ShortfallTypes = {
  Shape: Record<'id' | 'storeId' | keyof typeof columns, unknown>
  Where: object
  RelationName: 'product' | 'instance'
}

export const shortfallModel = (models: Models) =>
  computedModel(models, {
    name: 'InventoryShortfall',
    description: 'An instance of which fewer are on the shelf than its coming deliveries take.',
    columns,
    relations: {
      product: { model: 'Product', from: 'productId', description: columns.productId.description },
      instance: { model: 'ProductInstance', from: 'productInstanceId', description: columns.productInstanceId.description },
    },
  })
