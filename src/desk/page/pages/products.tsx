/** The list of products. */

import type { ResultOf } from 'gql.tada'
import { ArchiveProductDocument } from '../documents/archive-product.ts'
import { ProductsDocument } from '../documents/products.ts'
import { productFilters } from '../filters/products.ts'
import { money, number } from '../format.ts'
import { ActButtons } from '../parts/act.tsx'
import { Badge } from '../parts/badge.tsx'
import type { BulkAct } from '../parts/bulk.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { tagBulk } from '../parts/tag-bulk.ts'
import { newProduct } from './new-product.ts'

type Answer = ResultOf<typeof ProductsDocument>
type Row = NonNullable<Answer['products']>['nodes'][number]

/** The pieces on hand of what is counted; undefined where nothing is. */
function stockOf({ instances }: Row): { quantity: number; isLow: boolean } | undefined {
  const counted = instances.filter(({ deleted, inventory }) => !deleted && inventory?.trackInventory)
  if (counted.length === 0) return undefined
  return {
    quantity: counted.reduce((sum, { inventory }) => sum + (inventory?.quantityOnHand ?? 0), 0),
    isLow: counted.some(({ inventory }) => inventory?.isLow),
  }
}

function Stock({ of: row }: { of: Row }) {
  const stock = stockOf(row)
  if (!stock) return <span className="quiet">not counted</span>
  return (
    <>
      {number(stock.quantity)} {stock.isLow && <Badge state="past_due" label="Low" />}
    </>
  )
}

/** The least price of its instances that are sold. */
function priceOf({ instances }: Row): number | undefined {
  const prices = instances.filter(({ deleted }) => !deleted).map(({ price }) => price)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

const columns: readonly Column<Row>[] = [
  {
    title: 'Product',
    width: 'minmax(0, 2fr)',
    cell: ({ name, sku }) => (
      <>
        <strong>{name}</strong>
        <span className="second">{sku}</span>
      </>
    ),
  },
  {
    title: 'Sold',
    width: '130px',
    isWide: true,
    cell: ({ visible, hasSubscribers, singlePurchasable }) => (
      <>
        {visible ? 'Yes' : 'No'}
        <span className="second">
          {[hasSubscribers ? 'with subscribers' : '', singlePurchasable ? 'also once' : ''].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { title: 'Stock', width: '110px', cell: (row) => <Stock of={row} /> },
  { title: 'Price from', width: '110px', isEnd: true, cell: (row) => money(priceOf(row)) },
]

const bulk: readonly BulkAct<Row>[] = [
  {
    label: 'Archive',
    title: 'Archive',
    document: ArchiveProductDocument,
    fields: [
      {
        name: 'subscriptions',
        label: 'Its subscriptions',
        kind: 'choice',
        options: [
          { value: 'renew', label: 'Renew on' },
          { value: 'end_at_term', label: 'End when what is paid is over' },
        ],
      },
    ],
    values: { subscriptions: 'renew' },
    input: ({ id }, { subscriptions }) => ({ id, subscriptions }),
    note: () => 'They are sold no more, and stay on orders.',
    isHarmful: true,
    scope: 'write_products',
  },
  ...tagBulk<Row>('product'),
]

const pick = ({ products }: Answer) => products
const byName = [{ name: 'asc' }]

export const ProductsPage = () => (
  <ListPage
    title="Products"
    thing="product"
    document={ProductsDocument}
    pick={pick}
    orderBy={byName}
    filters={productFilters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/products/${id}`}
    exported="products"
    isSearched
    bulk={bulk}
    nameOf={({ name }) => name}
    whenEmpty="Make the first one, or import a list."
    acts={<ActButtons acts={[newProduct]} />}
  />
)
