/** The REST rows for stock: the counts the storefront shows, and the records behind them. */
import { list, route, write, writeMany } from '../../rest/route.ts'

export const fragments = `
  fragment ProductInventoryListItem on ProductInventory { id confidence productId productInstanceId quantityOnHand url }

  fragment ProductInventory on ProductInventory {
    ...ProductInventoryListItem
    isLow lowStockAt outOfStockPurchases sku trackInventory type
    instance { ...ProductInstanceListItem }
  }

  fragment ProductInventoryEmbeds on ProductInventory {
    instance @with { ...ProductInstanceListItem }
    product @with { ...ProductSummary }
  }

  fragment InventoryMovement on InventoryMovement {
    id cause causeId createdAt kind onHand orderId productInstanceId quantity reason storeId type
    instance @with { ...ProductInstanceListItem }
    order @with { ...Order }
  }

  fragment InventoryShortfall on InventoryShortfall {
    deliveries needed onHand productId productInstanceId runsOutAt short type url
    instance @with { ...ProductInstanceListItem }
    product @with { ...ProductSummary }
  }
`

export const routes = [
  list(
    '/v1/inventory/',
    'ListInventory',
    'inventory',
    'ProductInventory',
    '...ProductInventoryListItem isLow lowStockAt sku ...ProductInventoryEmbeds',
  ),
  list('/v1/inventory_movements/', 'ListInventoryMovements', 'inventoryMovements', 'InventoryMovement', '...InventoryMovement'),
  list(
    '/v1/inventory/shortfalls/',
    'ListInventoryShortfalls',
    'inventoryShortfalls',
    'InventoryShortfall',
    '...InventoryShortfall',
    { argument: 'days' },
  ),
  route(
    'GET /v1/product_instances/{product_instance_id}/inventory/',
    `query GetInventory($product_instance_id: ID!) {
      inventory(filter: { productInstanceId: { eq: $product_instance_id } }, first: 1) { nodes { ...ProductInventory product @with { ...ProductSummary } } }
    }`,
  ),
  list(
    '/v1/store/api/products/inventory/',
    'ListInventoryCounts',
    'inventoryCounts',
    'InventoryCount',
    'productId productInstanceId onHand @name(as: "on-hand")',
  ),
  writeMany('POST /v1/inventory/bulk/', 'updateInventories', 'inventory', 'inventory { ...ProductInventory }'),
  write(
    'POST /v1/product_instances/{product_instance_id}/inventory/adjust/',
    'adjustInventory',
    'inventory { ...ProductInventory }',
  ),
  write('PUT /v1/product_instances/{product_instance_id}/inventory/', 'updateInventory', 'inventory { ...ProductInventory }'),
]
