/** Stock: the store's own records, and the counts the shop window shows. */
import type { Shape } from '../../graphql/model.ts'
import { resource } from '../../graphql/resource.ts'

resource('ProductInventory', {
  scope: 'inventory',
  columns: [
    'id',
    'storeId',
    'productId',
    'productInstanceId',
    'confidence',
    'quantityOnHand',
    'outOfStockPurchases',
    'trackInventory',
  ],
  relations: ['product', 'instance'],
  // Customers meet it in what they bought; the shop window shows counts instead.
  visible: { merchant: () => ({}), customer: () => ({ product: { visible: true, deleted: false } }) },
  url: {
    columns: ['productInstanceId'],
    path: ({ productInstanceId }) => `/v1/product_instances/${productInstanceId}/inventory/`,
  },
  record: 'productInventory',
  list: 'inventory',
})

// One for each tracked form of what can be bought once, by subscription too or not.
const counted = { trackInventory: true, instance: { deleted: false }, product: { singlePurchasable: true, deleted: false } }
const countedOnShow = { ...counted, product: { ...counted.product, visible: true } }

resource('ProductInventory', {
  scope: 'inventory',
  name: 'InventoryCount',
  columns: ['productId', 'productInstanceId'],
  fields: (t) => ({
    onHand: t.field({
      type: 'Int',
      description: 'How many are on the shelf.',
      select: { quantityOnHand: true },
      resolve: ({ quantityOnHand }: Shape<'ProductInventory'>) => quantityOnHand,
    }),
  }),
  visible: { merchant: () => counted, customer: () => countedOnShow, visitor: () => countedOnShow },
  list: 'inventoryCounts',
})
