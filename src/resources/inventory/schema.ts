/** Stock: the store's own records, their movements, and the counts the storefront shows. */
import { merchantOnly, onShow, partOfStorefront, unlessArchived } from '../audience.ts'
import { resource } from '../describe.ts'

const ofLiveInstance = { instance: { deleted: false } }

resource('ProductInventory', {
  scope: 'inventory',
  columns: {
    id: 'customer',
    storeId: 'customer',
    productId: 'customer',
    productInstanceId: 'customer',
    confidence: 'customer',
    quantityOnHand: 'customer',
    lowStockAt: 'merchant',
    isLow: 'merchant',
    outOfStockPurchases: 'customer',
    trackInventory: 'customer',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  derived: {
    sku: { through: 'instance', of: 'sku', audience: 'customer', description: 'The stock keeping unit of its instance.' },
  },
  // It follows the count, which orders and deliveries move.
  summaries: ['isLow'],
  relations: ['product', 'instance'],
  // Customers meet it in what they bought; the storefront shows counts instead.
  access: unlessArchived(ofLiveInstance, { merchant: partOfStorefront.merchant, customer: partOfStorefront.customer }),
  url: '/v1/product_instances/{productInstanceId}/inventory/',
  record: 'productInventory',
  list: 'inventory',
  markedBy: 'changedIn',
})

resource('InventoryMovement', {
  scope: 'inventory',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    productInstanceId: 'merchant',
    kind: 'merchant',
    quantity: 'merchant',
    onHand: 'merchant',
    cause: 'merchant',
    causeId: 'merchant',
    turn: 'nobody',
    orderId: 'merchant',
    reason: 'merchant',
    createdAt: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  relations: ['instance', 'order'],
  access: merchantOnly,
  record: 'inventoryMovement',
  list: 'inventoryMovements',
  markedBy: 'changedIn',
  unmarked: ['turn'],
})

// One for each tracked instance of a product that can be bought once, by subscription too or not.
const counted = { trackInventory: true, ...ofLiveInstance, product: { singlePurchasable: true, deleted: false } }
const countedOnShow = { rows: () => ({ ...counted, product: { ...counted.product, ...onShow } }) }

resource('ProductInventory', {
  scope: 'inventory',
  name: 'InventoryCount',
  columns: {
    productId: 'everybody',
    productInstanceId: 'everybody',
    id: 'nobody',
    storeId: 'nobody',
    confidence: 'nobody',
    quantityOnHand: 'nobody',
    lowStockAt: 'nobody',
    isLow: 'nobody',
    outOfStockPurchases: 'nobody',
    trackInventory: 'nobody',
    updatedAt: 'nobody',
    changedIn: 'nobody',
  },
  derived: { onHand: { of: 'quantityOnHand', audience: 'everybody', description: 'How many are on the shelf.' } },
  access: { merchant: { rows: () => counted }, customer: countedOnShow, visitor: countedOnShow },
  list: 'inventoryCounts',
})
