/** The coupons: a list, and one of them. */

import type { ResultOf } from 'gql.tada'
import { Link } from 'wouter'
import {
  CouponsDocument,
  CreateCouponDocument,
  DisableCouponDocument,
  EnableCouponDocument,
  OneCouponDocument,
} from '../documents/coupons.ts'
import { couponFilters } from '../filters/coupons.ts'
import { day, endOf, lastDay, money, number, readMoney } from '../format.ts'
import { type Act, ActButtons } from '../parts/act.tsx'
import { Badge } from '../parts/badge.tsx'
import type { BulkAct } from '../parts/bulk.tsx'
import { FieldFault } from '../parts/field-fault.ts'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { Panel, Terms } from '../parts/panel.tsx'
import { Unshown } from '../parts/unshown.tsx'
import { useRead } from '../use-read.ts'

type Answer = ResultOf<typeof CouponsDocument>
type Row = NonNullable<Answer['coupons']>['nodes'][number]

type Discount = Pick<Row, 'discountType' | 'discountValue' | 'forever' | 'numRenewals'>

const off = ({ discountType, discountValue }: Discount): string =>
  discountType === 'percent' ? `${discountValue}%` : discountType === 'amount' ? money(discountValue) : 'Free shipping'

/** The orders of a subscription that it lowers, the first one included. */
const howLong = ({ forever, numRenewals }: Discount): string =>
  forever ? 'on every order' : numRenewals > 1 ? `on ${number(numRenewals)} orders` : 'on one order'

const columns: readonly Column<Row>[] = [
  {
    title: 'Coupon',
    width: 'minmax(0, 2fr)',
    cell: ({ code, name }) => (
      <>
        <strong>{code}</strong>
        <span className="second">{name}</span>
      </>
    ),
  },
  {
    title: 'Discount',
    width: '150px',
    cell: (row) => (
      <>
        {off(row)}
        <span className="second">{howLong(row)}</span>
      </>
    ),
  },
  {
    title: 'Works',
    width: '100px',
    isWide: true,
    cell: ({ enabled }) => <Badge state={enabled ? 'active' : 'off'} label={enabled ? 'Yes' : 'No'} />,
  },
  { title: 'Until', width: '120px', isWide: true, cell: ({ endsAt }) => (endsAt ? lastDay(endsAt) : 'no end') },
  {
    title: 'Uses',
    width: '90px',
    isEnd: true,
    cell: ({ uses, maxUses }) => (maxUses === null ? number(uses) : `${number(uses)} of ${number(maxUses)}`),
  },
]

const create: Act = {
  label: 'New coupon',
  title: 'New coupon',
  document: CreateCouponDocument,
  fields: [
    { name: 'code', label: 'Code', kind: 'text' },
    { name: 'name', label: 'Name', kind: 'text', isOptional: true },
    {
      name: 'discountType',
      label: 'Kind',
      kind: 'choice',
      options: [
        { value: 'percent', label: 'Percent' },
        { value: 'amount', label: 'Amount' },
        { value: 'free_shipping', label: 'Free shipping' },
      ],
    },
    {
      name: 'value',
      label: 'How much',
      kind: 'text',
      hint: 'Percent or an amount; nothing for free shipping.',
      paths: ['discountValue'],
      isOptional: true,
    },
    {
      name: 'lasts',
      label: 'How long',
      kind: 'choice',
      paths: ['forever', 'numRenewals'],
      options: [
        { value: '1', label: 'On the first order' },
        ...[2, 3, 6, 12].map((orders) => ({ value: `${orders}`, label: `On the first ${orders} orders of a subscription` })),
        { value: 'forever', label: 'On every order of a subscription' },
      ],
    },
    { name: 'maxUses', label: 'Uses at most', kind: 'whole', isOptional: true },
    { name: 'endsAt', label: 'Until', kind: 'day', isOptional: true },
  ],
  values: { discountType: 'percent', lasts: '1' },
  input({ code, name, discountType, value = '', lasts, maxUses, endsAt }) {
    const isFree = discountType === 'free_shipping'
    const read = discountType === 'percent' ? Number(value.replace('%', '') || 'none') : readMoney(value)
    const discountValue = isFree ? 0 : read
    if (discountValue === undefined || Number.isNaN(discountValue))
      throw new FieldFault(
        'value',
        discountType === 'percent' ? 'A percentage, such as 10.' : `An amount, such as ${money(1250)}.`,
      )
    if (maxUses && !/^\d{1,9}$/.test(maxUses)) throw new FieldFault('maxUses', 'A whole number, such as 100.')
    return {
      code,
      ...(name && { name }),
      discountType,
      discountValue,
      ...(lasts === 'forever' ? { forever: true } : { numRenewals: Number(lasts) }),
      ...(maxUses && { maxUses: Number(maxUses) }),
      ...(endsAt && { endsAt: endOf(endsAt) }),
    }
  },
  preview: ({ coupon }) => `Customers type ${coupon.code}.`,
  done: 'The coupon works from now on.',
  scope: 'write_coupons',
}

const bulk: readonly BulkAct<Row>[] = [
  {
    label: 'Disable',
    title: 'Disable',
    document: DisableCouponDocument,
    input: ({ id }) => ({ id }),
    note: () => 'Customers can use them no more; subscriptions that have one keep it.',
    isHarmful: true,
    scope: 'write_coupons',
  },
]

const pick = ({ coupons }: Answer) => coupons
const newestFirst = [{ id: 'desc' }]

export const CouponsPage = () => (
  <ListPage
    title="Coupons"
    thing="coupon"
    document={CouponsDocument}
    pick={pick}
    orderBy={newestFirst}
    filters={couponFilters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/coupons/${id}`}
    exported="coupons"
    isSearched
    bulk={bulk}
    nameOf={({ code }) => code}
    whenEmpty="Make the first one."
    acts={<ActButtons acts={[create]} />}
  />
)

export function CouponPage({ id }: { id: string }) {
  const { data, error, again } = useRead(OneCouponDocument, { id })
  const one = data?.coupon
  if (!one) return <Unshown thing="coupon" id={id} error={error} again={again} />
  const toggle: Act = one.enabled
    ? {
        label: 'Disable',
        title: 'Disable the coupon',
        document: DisableCouponDocument,
        input: () => ({ id }),
        preview: () => 'Nobody can use it any more; subscriptions that have it keep it.',
        done: 'The coupon is disabled.',
        isHarmful: true,
      }
    : {
        label: 'Enable',
        title: 'Enable the coupon',
        document: EnableCouponDocument,
        input: () => ({ id }),
        done: 'The coupon works again.',
      }
  return (
    <main>
      <header className="page-head">
        <p className="crumb">
          <Link href="/coupons">Coupons</Link>
        </p>
        <h1>{one.code}</h1>
        <Badge state={one.enabled ? 'active' : 'off'} label={one.enabled ? 'Works' : 'Disabled'} />
      </header>
      <ActButtons acts={[{ ...toggle, of: { kind: 'coupon', id, changedIn: one.changedIn }, scope: 'write_coupons' }]} />
      <Panel title="Details">
        <Terms
          of={[
            ['Name', one.name],
            ['Discount', `${off(one)}, ${howLong(one)}`],
            ['Uses', one.maxUses === null ? number(one.uses) : `${number(one.uses)} of ${number(one.maxUses)}`],
            ['Uses of a customer', one.maxUsesPerCustomer === null ? null : number(one.maxUsesPerCustomer)],
            ['On subscriptions', number(one.subscriptionCoupons.totalCount)],
            ['From a subtotal of', one.minSubTotal > 0 ? money(one.minSubTotal) : null],
            ['From', one.startsAt && day(one.startsAt)],
            ['Until', one.endsAt && lastDay(one.endsAt)],
            ['For', one.products.length === 0 ? 'every product' : one.products.map(({ name }) => name).join(', ')],
          ]}
        />
      </Panel>
    </main>
  )
}
