/**
 * The slow answer to a document: graphql-js executes it over rows in memory. Of the source it knows what resources there are
 * and what filters mean, but nothing of how reads are compiled.
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils'
import {
  type DocumentNode,
  executeSync,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  type GraphQLObjectType,
  GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql'
import { scopesOfRole } from '../../../src/auth/roles.ts'
import { refundableOf } from '../../../src/purchases/refund/refundable.ts'
import { allowedActions as allowedOnOrder } from '../../../src/resources/orders/actions.ts'
import { refundFacts } from '../../../src/resources/refund-facts.ts'
import { schema } from '../../../src/resources/schema.ts'
import { allowedActions } from '../../../src/resources/subscriptions/actions.ts'
import { toTerm } from '../../../src/resources/subscriptions/row.ts'
import type { Column, Part } from '../../../src/schema/model.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import { forbidden } from '../../../src/values/errors.ts'
import type { Principal } from '../../access/isolation/principals.ts'
import { isClosed, refusalAtRoot } from '../../access/isolation/visible-columns.ts'
import { enumValues, hasResource, resourceOf } from '../../support/described.ts'
import { today } from '../../support/template.ts'
import { writtenPath } from '../../support/written-path.ts'
import { rootLists, rootRecords } from '../schema-lists.ts'
import { type Exact, Numeral } from './exact-json.ts'
import { type Filter, holds, isListed, linked, seenBy } from './holds.ts'
import { type PageArguments, pageOf } from './pages.ts'
import type { Row, Rows } from './rows.ts'
import { scheduledFits, upcomingOver } from './upcoming.ts'

/** Free-form JSON in an answer, whose keys come in any order. */
export class FreeForm {
  readonly value: Exact
  constructor(value: Exact) {
    this.value = value
  }
}

/** The refusals of a document, by their codes. */
class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export type Expected = { data: Record<string, unknown>; refused: { path: readonly (string | number)[]; code: string }[] }

/** JSON with its numbers as JavaScript has them. */
function numbersIn(value: Exact): unknown {
  if (value instanceof Numeral) return Number(value.spelling)
  if (Array.isArray(value)) return value.map(numbersIn)
  return value instanceof Map ? Object.fromEntries([...value].map(([key, each]) => [key, numbersIn(each)])) : value
}

/** The permissions that customers need for a mutation, some with the field of the input. */
const permissions: Readonly<Record<string, string>> = {
  cancelSubscription: 'cancel',
  reactivateSubscription: 'reactivate',
  skipSubscription: 'skip',
  unskipSubscription: 'skip',
  renewSubscription: 'renew',
  pauseSubscription: 'pause',
  resumeSubscription: 'pause',
  'updateSubscription addressId': 'change_address',
  'updateSubscription paymentMethodId': 'change_payment_method',
  addSubscriptionCoupon: 'add_coupon',
  changeSubscription: 'change_product',
}

/** An object of columns; null where the row has none. */
function partOf({ columns, unless }: Part, row: Row): object | null {
  if (unless === undefined) return row
  if (row[unless] === null) return null
  const shown = ({ kind, source }: Column) => (kind === 'id' || kind === 'mark' ? String(row[source]) : row[source])
  return Object.fromEntries([...columns].map(([name, column]) => [name, shown(column)]))
}

type Resolve = GraphQLFieldResolver<never, Principal & { isOnRest?: boolean }>
type Arguments = PageArguments & { filter?: Filter | null }

/** Answers documents over rows. */
export function oracleOver(rows: Rows) {
  const currencyOf = ({ storeId }: Row) => rows.find('Store', storeId)?.currency

  function shown(resource: Resource, name: string): Resolve | undefined {
    const column = resource.columns.get(name)
    if (column) {
      const { source, kind, enumName } = column
      return (row: Row, _args, as) => {
        if (isClosed(resource.name, source, as)) return null
        const value = rows.valueIn(resource.model.name, row, column)
        if (value === null) return null
        if (kind === 'json') return new FreeForm(value as Exact)
        if (kind === 'id' || kind === 'mark') return String(value)
        if (kind === 'sequence') return Number(value)
        return kind === 'code' ? enumValues(enumName ?? '').indexOf(value as string) + 1 : value
      }
    }
    const part = resource.parts.get(name)
    if (part)
      return (row: Row) => {
        const records = Object.entries(part.relations).map(([field, { of }]) => [
          field,
          rows.related(resource.model.name, row, of)[0],
        ])
        const shown = partOf(part, row)
        return shown && records.length > 0 ? { ...shown, ...Object.fromEntries(records) } : shown
      }
    const link = resource.links.get(name)
    if (link) return (row: Row, args: Arguments, as) => follow(resource, row, link, args, as)
    return undefined
  }

  function follow(resource: Resource, row: Row, link: Link, args: Arguments, as: Principal): unknown {
    const found = linked(rows, as, resource, row, link)
    if (!link.list) return found[0] ?? null
    return link.isConnection ? listed(link.target, found, args, as) : found
  }

  function listed(resource: Resource, all: readonly Row[], args: Arguments, as: Principal) {
    const { filter, archived } = args
    const { archivedBy } = resource
    const found = all
      .filter((row) => isListed(resource, row))
      .filter((row) => archived || !archivedBy || row[archivedBy.column] === archivedBy.live)
      .filter((row) => !filter || holds(rows, as, resource, row, filter))
    return pageOf(rows, resource, found, args)
  }

  const computed: Record<string, (resource: Resource) => Resolve> = {
    type: (resource) => () => resource.kind,
    currency: () => currencyOf,
    url:
      ({ path }) =>
      (row: Row, _args, as) => {
        if (!path || (path.unless && row[path.unless] !== null)) return null
        return path.isFor(as.role) || as.isOnRest ? writtenPath(path, row, as.role) : null
      },
    nodeId: (resource) => (row: Row) => nodeIdOf(resource, row),
    actions: ({ name }) => (name === 'Order' ? orderActions : subscriptionActions),
    price: () => priceOf,
    // Of a cart, which a visitor does not learn.
    customerId: () => (row: Row, _args, as) => (as.role === 'visitor' ? null : String(row.customerId)),
    scopes: () => (row: Row) => scopesOfRole[row.role as 'owner'],
    typeCode: () => (row: Row) => ({ invoice: '380', credit_note: '381', correction: '384' })[row.kind as 'invoice'],
    refundable: () => (row: Row) => {
      const { lines, ...others } = refundableOf(refundFacts(refundedOrder(row)))
      return { ...others, lines: lines.map(({ id, ...line }) => ({ ...line, orderProductId: String(id) })) }
    },
    upcoming: () => (row: Row, args: { first?: number | null }, as) =>
      upcomingOver(rows, row, args.first ?? 1, as.role === 'merchant').map((each) => ({ ...each, currency: currencyOf(row) })),
  }

  const subscriptionActions: Resolve = (row: Row, _args, as) => {
    const [billing, term] = ['billing', 'term'].map((name) => rows.related('Subscription', row, name)[0])
    const open = rows.find('Store', as.storeId)?.customersMay as string[]
    const check = (mutation: string, input: object = {}) => {
      const permission = permissions[[mutation, ...Object.keys(input)].join(' ')] ?? 'unknown'
      if (as.role === 'merchant' || open.includes(permission)) return
      throw forbidden(`This shop does not let its customers do this: ${permission}.`)
    }
    return allowedActions(check, row as never, today, toTerm(billing as never, term as never), as.role === 'customer')
  }

  const orderActions: Resolve = (row: Row, _args, as) => {
    const check = () => {
      if (as.role !== 'merchant') throw forbidden('This write is not open to the credential.')
    }
    return allowedOnOrder(check, {
      ...refundedOrder(row),
      payments: rows.related('Order', row, 'payments').filter(({ state }) => state === 'recorded' || state === 'asked'),
      fulfillments: rows.related('Order', row, 'fulfillments'),
    })
  }

  /** An order with what decides its refunds. */
  const refundedOrder = (row: Row) => ({
    ...row,
    products: rows.related('Order', row, 'products').map((line) => ({ ...line, taxLines: numbersIn(line.taxLines as Exact) })),
    transactions: rows.related('Order', row, 'transactions').filter(({ result }) => result === 'captured'),
    disputes: rows.related('Order', row, 'disputes'),
    refunds: rows.related('Order', row, 'refunds').map((each) => ({ ...each, lines: rows.related('Refund', each, 'lines') })),
  })

  /** The price that was agreed, or that of the term: the instance's own, else the product's, else the product's as a gift. */
  const priceOf: Resolve = (row: Row) => {
    const one = (model: string, of: Row, name: string) => rows.related(model, of, name)[0] as Row
    const isScheduled = scheduledFits(rows, row)
    const instance = one('Subscription', row, isScheduled ? 'scheduledInstance' : 'instance')
    const own = rows.related('ProductInstance', instance, 'termPrices')
    const all = rows.related('Product', one('ProductInstance', instance, 'product'), 'termPrices')
    const found = [...own, ...all.filter(({ gift }) => !gift), ...all.filter(({ gift }) => gift)]
    const wanted = isScheduled ? row.scheduledTermId : row.termId
    const fixed = isScheduled ? row.scheduledFixedPrice : row.fixedPrice
    if (fixed !== null) return fixed
    const price = found.find(({ termId }) => termId === wanted)?.price
    return price === undefined ? null : Number(price)
  }

  function byNodeId(nodeId: string, as: Principal): Row | null {
    const [typeName = '', storeId = '', id = ''] = Buffer.from(nodeId, 'base64url').toString().split(':')
    const resource = resourceOf(typeName)
    open(resource, as)
    const row = rows.find(resource.model.name, BigInt(id))
    if (!row || String(row.storeId) !== storeId || !seenBy(rows, as, resource).includes(row)) return null
    return { ...row, __typename: typeName }
  }

  const roots: Record<string, Resolve> = {
    ...Object.fromEntries(
      rootLists.map(({ name, resource }) => [
        name,
        (_root, args: Arguments, as) => {
          open(resource, as)
          return listed(resource, seenBy(rows, as, resource), args, as)
        },
      ]),
    ),
    ...Object.fromEntries(
      rootRecords.map(({ name, resource }) => [name, (_root, { id }: { id: string }, as) => byId(resource, BigInt(id), as)]),
    ),
    me: (_root, _args, as) => {
      if (as.role === 'merchant') throw new Refused('FORBIDDEN')
      return byId(resourceOf('Customer'), as.customerId ?? 0n, as)
    },
    store: (_root, _args, as) => rows.find('Store', as.storeId),
    node: (_root, { nodeId }: { nodeId: string }, as) => byNodeId(nodeId, as),
    nodes: (_root, { nodeIds }: { nodeIds: string[] }, as) =>
      nodeIds.map((nodeId) => {
        try {
          return byNodeId(nodeId, as)
        } catch (error) {
          return error
        }
      }),
  }

  function byId(resource: Resource, id: bigint, as: Principal): Row {
    open(resource, as)
    const row = seenBy(rows, as, resource).find((each) => each.id === id)
    if (!row) throw new Refused('NOT_FOUND')
    return row
  }

  function open(resource: Resource, as: Principal): void {
    const code = refusalAtRoot(resource.name, as)
    if (code) throw new Refused(code)
  }

  const ofStore: Record<string, Resolve> = {
    type: () => 'store',
    id: ({ id }: Row) => String(id),
    ...Object.fromEntries(
      [
        ...[
          'createdAt',
          'retryDays',
          'cancelsPastDue',
          'chargeOnNewCard',
          'keepsDisputedRenewals',
          'renewalNoticeDays',
          'dispatchCountry',
          'shippingTaxClass',
        ],
        ...['gateway', 'gatewayIsLive', 'abandonedAfterHours', 'withdrawalCountries'],
        ...['mailSender', 'replyTo', 'mailFooter', 'giftMailWithParcel'],
        ...['taxExemptText', 'keepsGross', 'untaxedWithNumber', 'invoicePrefix', 'invoicesFrom'],
      ].map((name): [string, Resolve] => [name, (row: Row, _args, as) => (as.role === 'merchant' ? row[name] : null)]),
    ),
    clock: ({ hasTestClock, clockNow, clockTarget }: Row, _args, as) =>
      as.role === 'merchant'
        ? { isTest: hasTestClock, now: clockNow ?? today, target: clockTarget, isMoving: clockTarget !== null }
        : null,
  }

  const overRows = withResolvers(schema, ({ name: typeName }, name) => {
    if (typeName === 'Query') return roots[name]
    if (typeName === 'Store') return ofStore[name]
    if (!hasResource(typeName)) return undefined
    const resource = resourceOf(typeName)
    return shown(resource, name) ?? computed[name]?.(resource)
  })

  return (document: DocumentNode, variableValues: Record<string, unknown>, as: Principal & { isOnRest?: boolean }): Expected => {
    const { data, errors = [] } = executeSync({ schema: overRows, document, variableValues, contextValue: as })
    const faults = errors.filter(({ originalError }) => !(originalError instanceof Refused))
    if (!data || faults.length > 0)
      throw new Error(`The oracle cannot answer ${faults[0]?.path?.join('.')}: ${faults[0]?.message}`, {
        cause: faults[0],
      })
    return { data, refused: errors.map(({ path = [], originalError }) => ({ path, code: (originalError as Refused).code })) }
  }
}

/** The name of a record among all. */
export const nodeIdOf = ({ typeName }: { typeName: string }, { storeId, id }: { storeId: bigint; id: bigint }): string =>
  Buffer.from(`${typeName}:${storeId}:${id}`).toString('base64url')

/** A time with its decimals, if it has any. */
const timeText = (time: Date): string => time.toISOString().replace(/\.?0*Z$/, 'Z')

/** A copy of a schema with other resolvers; what has none shows the property of its name. */
function withResolvers(
  original: GraphQLSchema,
  resolverOf: (type: GraphQLObjectType, field: string) => Resolve | undefined,
): GraphQLSchema {
  const copy = mapSchema(original, {
    [MapperKind.INTERFACE_TYPE]: (type) =>
      new GraphQLInterfaceType({ ...type.toConfig(), resolveType: ({ __typename }: { __typename: string }) => __typename }),
    [MapperKind.SCALAR_TYPE]: (type) =>
      type.name === 'DateTime'
        ? new GraphQLScalarType({ ...type.toConfig(), serialize: (time) => timeText(time as Date) })
        : type,
    [MapperKind.OBJECT_FIELD]: (field, name, typeName, of) => {
      const { resolve: _resolve, ...rest } = field
      const resolve = resolverOf(of.getType(typeName) as GraphQLObjectType, name)
      return { ...rest, ...(resolve && { resolve }) } as typeof field
    },
  })
  for (const type of Object.values(copy.getTypeMap())) if ('isTypeOf' in type) type.isTypeOf = undefined
  return copy
}
