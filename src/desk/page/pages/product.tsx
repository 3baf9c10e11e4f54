/** One product: its prices by term, its stock, and the deliveries to come. */

import type { ResultOf } from 'gql.tada'
import { Link } from 'wouter'
import { AdjustStockDocument, ProductDocument, UpdateProductDocument, UpdateTermPriceDocument } from '../documents/products.ts'
import { day, money, moneyDigits, number, plural, readMoney } from '../format.ts'
import { type Act, ActButtons } from '../parts/act.tsx'
import { Badge } from '../parts/badge.tsx'
import { FieldFault } from '../parts/field-fault.ts'
import { Labels } from '../parts/labels.tsx'
import { Failure } from '../parts/message.tsx'
import { Panel, Terms } from '../parts/panel.tsx'
import { Unshown } from '../parts/unshown.tsx'
import { Visit } from '../parts/visit.tsx'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'
import { useRead } from '../use-read.ts'

type OneProduct = NonNullable<ResultOf<typeof ProductDocument>['product']>

const updateAct = ({ id, changedIn, name, description, slug, visible, listed }: OneProduct): Act => ({
  of: { kind: 'product', id, changedIn },
  label: 'Edit',
  title: 'Edit the product',
  document: UpdateProductDocument,
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'description', label: 'Description', kind: 'lines', isOptional: true },
    { name: 'slug', label: 'Name in addresses', kind: 'text' },
    { name: 'visible', label: 'Sold', kind: 'check' },
    { name: 'listed', label: 'Listed in the shop', kind: 'check' },
  ],
  values: { name, description, slug, visible: visible ? 'yes' : '', listed: listed ? 'yes' : '' },
  input: (values) => ({ id, ...values, visible: values.visible === 'yes', listed: values.listed === 'yes' }),
  done: 'The product is saved.',
  scope: 'write_products',
})

const priceAct = (price: OneProduct['baseTermPrices'][number]): Act => ({
  label: 'Change',
  title: `The price of ${price.term.name}`,
  document: UpdateTermPriceDocument,
  fields: [{ name: 'price', label: 'Price', kind: 'amount', hint: 'New orders and renewals pay it from now on.' }],
  values: { price: (price.price / 10 ** moneyDigits()).toFixed(moneyDigits()) },
  input({ price: text = '' }) {
    const read = readMoney(text)
    if (read === undefined) throw new FieldFault('price', `An amount, such as ${money(1250)}.`)
    return { id: price.id, price: read }
  },
  preview: ({ productTermPrice }) => `From ${money(price.price)} to ${money(productTermPrice.price)}.`,
  done: 'The price is changed.',
  scope: 'write_products',
})

const stockAct = ({ id, sku, inventory }: OneProduct['instances'][number]): Act => ({
  of: inventory ? { kind: 'product_inventory', id: inventory.id, changedIn: inventory.changedIn } : undefined,
  label: 'Adjust',
  title: `The stock of ${sku}`,
  document: AdjustStockDocument,
  fields: [
    { name: 'by', label: 'By how many', kind: 'whole', hint: 'Below 0 takes some off: -3.' },
    { name: 'reason', label: 'Reason', kind: 'text' },
  ],
  input({ by = '', reason = '' }) {
    if (!/^[+-]?\d{1,9}$/.test(by.trim())) throw new FieldFault('by', 'A whole number, such as 12 or -3.')
    return { productInstanceId: id, by: Number(by), reason }
  },
  preview: ({ inventory: after }) => `From ${number(inventory?.quantityOnHand ?? 0)} to ${number(after.quantityOnHand)} pieces.`,
  done: 'The stock is adjusted.',
  scope: 'write_inventory',
})

export function ProductPage({ id }: { id: string }) {
  const { may } = useShop()
  const { data, error, again } = useRead(ProductDocument, { id, ...readable(may, 'subscriptions', 'shipments') })
  const one = data?.product
  if (!one) return <Unshown thing="product" id={id} error={error} again={again} />
  const { coming } = data
  return (
    <main>
      <header className="page-head">
        <p className="crumb">
          <Link href="/products">Products</Link>
        </p>
        <h1>{one.name}</h1>
        {!one.visible && <Badge state="hidden" label="Not sold" />}
      </header>
      {error && <Failure error={error} again={again} />}
      <ActButtons acts={[updateAct(one)]} />
      <div className="columns">
        <div>
          <Panel title="Stock" isFlush>
            <table>
              <thead>
                <tr>
                  <th>SKU</th>
                  <th className="end">Price</th>
                  <th className="end">On hand</th>
                  <th className="end wide">Low at</th>
                  <th>
                    <span className="hidden">What can be done</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {one.instances
                  .filter(({ deleted }) => !deleted)
                  .map((instance) => (
                    <tr key={instance.id}>
                      <td>
                        {instance.sku} {instance.gift && <span className="quiet">gift</span>}
                      </td>
                      <td className="end">{money(instance.price)}</td>
                      <td className="end">
                        {instance.inventory?.trackInventory ? number(instance.inventory.quantityOnHand) : '–'}{' '}
                        {instance.inventory?.isLow && <Badge state="past_due" label="Low" />}
                      </td>
                      <td className="end wide">{instance.inventory?.lowStockAt ?? '–'}</td>
                      <td className="end">{instance.inventory?.trackInventory && <ActButtons acts={[stockAct(instance)]} />}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </Panel>
          <Panel title="Prices by term" isFlush>
            <table>
              <tbody>
                {one.baseTermPrices.map((price) => (
                  <tr key={price.id}>
                    <td>{price.term.name}</td>
                    <td className="quiet">{plural(price.term.numCycles, 'box', 'boxes')}</td>
                    <td className="end">{money(price.price)}</td>
                    <td className="end">
                      <ActButtons acts={[priceAct(price)]} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {one.baseTermPrices.length === 0 && <p className="quiet inset">Sold once, without a term.</p>}
          </Panel>
          {coming && (
            <Panel title="Deliveries to come" aside={plural(coming.totalCount, 'box', 'boxes')}>
              {coming.totalCount === 0 && <p className="quiet">None</p>}
              <ul className="rows">
                {coming.nodes.map((box) => (
                  <li key={box.id}>
                    <span>
                      {day(box.adjustedFulfillmentDate)} <span className="second">{box.instance.sku}</span>
                    </span>
                    <span className="end">
                      {box.quantity} ×{' '}
                      <Visit to="orders" id={box.orderId}>
                        order {box.orderId}
                      </Visit>
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <aside>
          <Labels kind="product" of={one} />
          <Panel title="Details">
            <Terms
              of={[
                ['SKU', one.sku],
                ['Subscribers', one.subscriptions && number(one.subscriptions.totalCount)],
                ['Listed', one.listed ? 'Yes' : 'No'],
                ['As a gift', one.giftable ? 'Yes' : 'No'],
                ['Also once', one.singlePurchasable ? 'Yes' : 'No'],
                ['Shipping', one.shipOption === 'flat' ? money(one.flatShipPrice) : one.shipOption],
                ['Weight', one.shipWeight > 0 ? String(one.shipWeight) : null],
                ['Tax class', one.taxClass],
                ['External id', one.externalId],
              ]}
            />
          </Panel>
        </aside>
      </div>
    </main>
  )
}
