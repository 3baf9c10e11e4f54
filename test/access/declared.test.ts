/**
 * Declarations are complete: a new model without visibility, a new field without a scope or outside the engines that enforce
 * them, fails here, before any data is read.
 */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isNullableType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { getDatamodel } from '../../prisma/generated/pothos.ts'
import { knownScopes } from '../../src/auth/scopes.ts'
import type { Viewer } from '../../src/auth/viewer.ts'
import { conditionSql } from '../../src/read/sql/condition.ts'
import { Statement } from '../../src/read/sql/statement.ts'
import { mutation, operation, resource } from '../../src/resources/describe.ts'
import { schema } from '../../src/resources/schema.ts'
import type { Part } from '../../src/schema/model.ts'
import { visible } from '../../src/schema/visible.ts'
import { isOfAggregate } from '../reads/schema-lists.ts'
import { columnNames, hasResource, relationOf, resourceOf } from '../support/described.ts'
import { merchantColumns, rules } from './isolation/visible-columns.ts'

/** Models that nobody reads over the interface, each with why. */
const internal: Record<string, string> = {
  AccountLink: 'links that are mailed to customers, as hashes; read when one is followed',
  AccountSession: 'browsers in which customers have signed in to their page, as hashes',
  EventCounter: 'how far the events of a store are numbered; what `events` says of itself',
  CouponUse: 'counts against a limit of a coupon; Coupon.uses shows them all together',
  CouponProduct: 'joins coupons with products; shown as Coupon.products',
  GatewayAccount: 'keys of a store at a gateway, sealed; opened when the gateway is asked',
  GatewayCustomer: 'ids of customers at a gateway; read when a method is added',
  GatewayNotice: 'webhooks of gateways, so that each is taken once',
  GatewayDispute: 'disputes that are to be read from gateways, until they are over',
  GatewaySetup: 'pages of a gateway on which customers enter cards, until they are over',
  IdempotencyKey: 'answers kept for requests sent again; read by the door of writes only',
  Installation: 'where the database last ran; /readyz says when it is a copy',
  InvoiceDue: 'what has no invoice yet, for some seconds; read when invoices are issued',
  InvoiceSeries: 'how far invoices are numbered',
  Mailer: 'how far the events of a store are turned into mails',
  MetadataEntry: 'the keys of a Metadata record, for filters; shown as Metadata.data',
  MovementMonth: 'what movements add up to; read by figures, each with the scopes of what it reads',
  MovementRollUp: 'up to where they are added up',
  Payment: 'payments under way; read by purchases only',
  SandboxCharge: 'the books of the sandbox gateway, which is no part of a store',
  SandboxRefund: 'the same of its refunds',
  StaffTry: 'wrong tries to sign in, which are counted for an hour',
  SigningKey: 'secrets that tokens are signed with',
  SearchEntry: 'what records are searched by, of which nothing is shown',
  Store: 'the wall itself, which credential or address choose; shown as `store`',
  Tombstone: 'what was deleted; `changes.deleted` of the lists of its kind',
}

/** Root fields that no engine made, each with how it is walled. */
const ownRoots: Record<string, string> = {
  events: 'answers the events of the store of the credential, and the type of feed is held to its wall in test/events',
  me: 'answers the customer of the token and nobody else',
  node: 'answers whatever the field of its own type would answer',
  nodes: 'the same, for each of them',
  signedIn: 'answers the person of the session, and no key has one',
  store: 'answers the store of the credential or the address, which cannot be named',
}

/** Types that are no records, each with what they are made of. */
const plainTypes: Record<string, string> = {
  Action: 'rules asked about the subscription it is on',
  ActionBlock: 'what a rule says',
  Place: 'an address of the cart that it is on',
  CartLine: 'a line of the cart that it is on, with its price',
  CartPrice: 'rules and prices asked about the cart that it is on',
  CartPricing: 'the same, and the reason why it has none',
  CartRenewal: 'what a line of the cart that it is on costs when it renews',
  Changes: 'where the reading of what changed of a list stands',
  Figures: 'figures of the store that the viewer is in, by statements that name it',
  EventFeed: 'the frame of events, with how far it was looked',
  InvoiceAddress: 'a part of the content of the invoice that it is on',
  InvoiceBuyer: 'the same',
  InvoiceLine: 'the same',
  InvoicePayment: 'the same',
  InvoiceSeller: 'the same',
  InvoiceSums: 'the same',
  InvoiceTax: 'the same',
  OrderGiftInfo: 'columns of the order it is on, each with its reader',
  PageInfo: 'places in a list',
  Refundable: 'sums of the order that it is on, its lines, payments and refunds',
  RefundableLine: 'the same of a line',
  SearchHit: 'what tells a record that was found apart; each kind takes its scope, and the store is that of the key',
  SearchResult: 'those of a search',
  RenewalForecast: 'sums of what rules and prices say of all subscriptions of the store',
  SignedIn: 'the viewer, who is a person of the staff',
  OwnSession: 'a session of the viewer, a person of the staff',
  Store: 'columns of the store that the viewer is in, each with its reader',
  StoreClock: 'columns of the store that the viewer is in, and the time of the request',
  UpcomingDiscount: 'a coupon of the subscription that it is on',
  ScheduledChange: 'columns of the subscription that it is on',
  UpcomingLine: 'what the subscription that it is on sends',
  UpcomingRenewal: 'rules and prices asked about the subscription it is on',
  UserError: 'what a rule says',
}

/** Fields of resources that are neither columns nor relations, each with what they are made of. */
const ownFields: Record<string, string> = {
  'CancelOffer.couponCode': 'the coupon of the offer, which its customer is told of',
  'CancelOffer.numRenewals': 'the same',
  'CancelOffer.percent': 'the same',
  'Event.actorName': 'the name of the person that its column actor names',
  'LogEntry.actorName': 'the same',
  'Staff.scopes': 'its role',
  'Order.actions': 'rules asked about its columns, and about its lines, payments, refunds and deliveries',
  'Order.actionUrl': 'the page of the gateway that its payment waits on',
  'Invoice.buyer': 'its content, which customers see as merchants do',
  'Invoice.corrects': 'its content, which customers see as merchants do',
  'Invoice.currencyCode': 'its content, which customers see as merchants do',
  'Invoice.delivery': 'its content, which customers see as merchants do',
  'Invoice.lines': 'its content, which customers see as merchants do',
  'Invoice.locale': 'its content, which customers see as merchants do',
  'Invoice.orderedAt': 'its content, which customers see as merchants do',
  'Invoice.page': 'its content, its number and its times',
  'Invoice.payments': 'its content, which customers see as merchants do',
  'Invoice.reason': 'its content, which customers see as merchants do',
  'Invoice.seller': 'its content, which customers see as merchants do',
  'Invoice.sums': 'its content, which customers see as merchants do',
  'Invoice.taxIncluded': 'its content, which customers see as merchants do',
  'Invoice.taxes': 'its content, which customers see as merchants do',
  'Invoice.typeCode': 'its kind',
  'OpenCart.billingAddress': 'its column, an object',
  'Mail.html': 'its kind and its content',
  'Mail.text': 'its kind and its content',
  'OpenCart.customerId': 'its column, which visitors do not see',
  'OpenCart.shipTo': 'its column, an object',
  'OpenCart.pricing': 'rules and prices asked about its lines, its coupons and the credit of its customer',
  'Order.refundable': 'its columns, and sums of its lines, payments and refunds',
  'ShippingZone.unmatchedSubscriptions': 'subscriptions of the store, and the zones that their addresses lie in',
  'Subscription.actions': 'rules asked about its columns',
  'Subscription.price': 'prices of its term, its instance’s and its product’s',
  'Subscription.upcoming': 'rules and prices asked about it, its coupons and its unpaid order',
}

/** The columns that an object shows. */
const sourcesOf = ({ columns }: Part): Set<string> => new Set([...columns.values()].map(({ source }) => source))

/** Columns that are no part of the interface, by the resource they would be of. */
const hidden: Record<string, string[]> = {
  Address: ['frozenKey'],
  Cart: ['abandonedAt', 'addressId', 'billTo', 'billingAddressId', 'changedAt', 'email', 'shipTo'],
  Coupon: ['codeKey', 'codeRepetition'],
  CreditEntry: ['paymentId', 'returnedPaymentId'],
  Customer: [
    'countedRuns',
    'countedSince',
    'countedSubscriptions',
    'emailKey',
    'emailRepetition',
    'hasMovements',
    'lastOrderAt',
    'pausedSubscriptions',
    'payingSubscriptions',
    'tagKeys',
  ],
  InventoryCount: [
    'changedIn',
    'confidence',
    'id',
    'isLow',
    'lowStockAt',
    'outOfStockPurchases',
    'quantityOnHand',
    'storeId',
    'trackInventory',
    'updatedAt',
  ],
  InventoryMovement: ['turn'],
  Invoice: ['causeId', 'content', 'epoch', 'place', 'series'],
  Mail: ['facts', 'mailerId', 'scheduledAt'],
  MerchantKey: ['previousSecretHash', 'secretHash'],
  Metadata: ['ownerId', 'ownerType'],
  Fulfillment: ['restocked', 'taken'],
  OpenCart: ['billTo', 'customerId', 'shipPrice', 'shipTo', 'taxPrice', 'taxRates'],
  Order: ['cardForLines', 'tagKeys'],
  OrderCoupon: ['codeUsedKey'],
  OrderProduct: ['hasEndedCoupons', 'openPieces', 'openValue'],
  PaymentMethod: ['expiryNoticedFor', 'gateway', 'gatewayCustomer', 'gatewayToken'],
  Product: ['tagKeys'],
  Refund: ['acceptedAt', 'charge', 'dueAt', 'gateway', 'looks', 'reference'],
  RefundLine: ['instanceId', 'released'],
  Subscription: [
    ...['anchorDay', 'claimedFor', 'claimedUntil', 'pageDueAt', 'paymentUnderWay', 'renewalNoticedFor'],
    ...['tagKeys', 'unpaidOrderId'],
  ],
  Staff: ['invitationHash', 'passwordHash', 'recoveryHashes', 'totpSecret', 'totpStep'],
  StaffSession: ['tokenHash'],
  SubscriptionCoupon: ['appliedAt', 'codeUsedKey', 'holdsUse', 'unpaidOrderId'],
  Webhook: ['deletedAt', 'previousSecret', 'probeAt', 'recoveredAt', 'secret'],
  WebhookDelivery: ['scheduledAt'],
}

type Fields = Record<string, GraphQLField<unknown, unknown>>
const fieldsOf = (type: GraphQLObjectType | null | undefined): [string, Fields[string]][] =>
  Object.entries(type?.getFields() ?? {})

const { models } = (getDatamodel() as unknown as { datamodel: { models: object } }).datamodel
const rootTypes = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const roots = rootTypes.flatMap(fieldsOf)
const rootNames = rootTypes.map((type) => type?.name)
const objectTypes = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))
const types = objectTypes as GraphQLObjectType[]
// The root of subscriptions is none, though a model is called so.
/** The type that a field of an object of columns shows, by a relation that is declared. */
function shownInPart(typeName: string, field: string): string | undefined {
  for (const { model, parts } of resources)
    for (const part of parts.values()) {
      const relation = part.typeName === typeName ? part.relations[field] : undefined
      if (relation) return relationOf(model.name, relation.of).model
    }
  return undefined
}

const resources = types.filter(({ name }) => hasResource(name) && !rootNames.includes(name)).map(({ name }) => resourceOf(name))
const typeOf = (resource: string) => schema.getType(resourceOf(resource).typeName) as GraphQLObjectType

/** Name of the resource a field shows: as a record, as records, or as a connection. */
function shownBy(field: Fields[string]): string | undefined {
  const { name } = getNamedType(field.type)
  const record = name.replace(/(Connection|Edge)$/, '')
  return hasResource(record) ? resourceOf(record).name : undefined
}

describe('A model', () => {
  test('is seen by conditions on columns that it has', () => {
    const viewers = [
      { role: 'merchant', storeId: 1n, scopes: ['*'] },
      { role: 'customer', storeId: 1n, customerId: 1n },
      { role: 'visitor', storeId: 1n },
    ] as const
    const conditions = resources.flatMap((resource) =>
      viewers.flatMap((viewer) => {
        if (!(viewer.role in resource.access)) return []
        const statement = new Statement(1n)
        return [conditionSql(visible(resource, viewer as Viewer), resource.model, 't0', statement)]
      }),
    )
    expect(conditions.length).toBeGreaterThan(50)
  })

  test('is described as a resource, or internal for a reason', () => {
    const described = resources.filter(({ computed }) => !computed).map(({ model }) => model.name)
    expect([...new Set([...described, ...Object.keys(internal)])].sort()).toEqual(Object.keys(models).sort())
    expect(described.filter((model) => model in internal)).toEqual([])
  })

  test.each(resources.map((resource) => ({ name: resource.name, resource })))(
    '$name says which scopes it takes and who sees which rows',
    ({ name, resource }) => {
      expect(resource.scopes.length).toBeGreaterThan(0)
      for (const scope of resource.scopes) expect(scope === 'admin' ? 'admin' : `read_${scope}`).toBeOneOf([...knownScopes])
      expect(Object.keys(resource.access).length).toBeGreaterThan(0)
      expect(Object.keys(resource.access).filter((role) => !['merchant', 'customer', 'visitor'].includes(role))).toEqual([])
      expect(Object.keys(rules), `who sees ${name}, in test/access/isolation/visible-columns.ts`).toContain(name)
    },
  )
})

describe('A column', () => {
  test('that does not say who reads it is a type error, and stops the process', () => {
    const access = { merchant: { rows: () => ({}) } }
    const columns = {
      id: 'merchant',
      name: 'merchant',
      host: 'merchant',
      currency: 'merchant',
      timeZone: 'merchant',
      pageBase: 'merchant',
    } as const
    // @ts-expect-error createdAt is missing
    expect(() => resource('Store', { scope: 'admin', access, columns })).toThrow('Store.createdAt does not say who reads it')
  })

  test('is closed, or no part of the interface, where it was decided so', () => {
    const sorted = (named: [string, string[]][]) => Object.fromEntries(named.filter(([, names]) => names.length > 0))
    const closed = resources.map(({ name, columns }): [string, string[]] => [
      name,
      [...columns.values()].filter(({ isClosed }) => isClosed).map((column) => column.name),
    ])
    expect(sorted(closed)).toEqual(merchantColumns)
    const stored = resources.filter(({ computed }) => !computed)
    const unshown = stored.map(({ name, model, columns, parts }): [string, string[]] => [
      name,
      columnNames(model.name)
        .filter((column) => !columns.has(column) && ![...parts.values()].some((part) => sourcesOf(part).has(column)))
        .sort(),
    ])
    expect(sorted(unshown)).toEqual(hidden)
  })

  test('that is closed to some is null for them, and so may be null to all', () => {
    for (const [type, names] of Object.entries(merchantColumns)) {
      for (const name of names) {
        const field = typeOf(type).getFields()[name]
        expect(isNullableType(field?.type), `${type}.${name}`).toBe(true)
        expect(field?.description).toMatch(/ For merchants; null for others\.$/)
      }
    }
  })
})

describe('A field', () => {
  test.each(roots.map(([name, field]) => ({ name, field })))('$name at the root says which scope it takes', ({ name, field }) => {
    if (name in ownRoots) return
    const scopes = field.extensions.scopes as string[] | (() => string) | undefined
    expect(scopes, `scopes of ${name}: make it by resource() or mutation(), or say why not in ownRoots`).toBeDefined()
    expect(typeof scopes === 'function' || (scopes?.length ?? 0) > 0).toBe(true)
  })

  test('belongs to a resource, to what shows resources, or to a type that is none for a reason', () => {
    const isFrame = ({ name }: GraphQLObjectType) =>
      /Figure(Row)?$/.test(name) ||
      rootNames.includes(name) ||
      isOfAggregate(name) ||
      (/(Connection|Edge)$/.test(name) && hasResource(name.replace(/(Connection|Edge)$/, ''))) ||
      roots.some(
        ([, field]) => getNamedType(field.type).name === name.replace(/Result$/, 'Payload') && /(Payload|Result)$/.test(name),
      )
    const others = types.filter((type) => !hasResource(type.name) && !isFrame(type)).map(({ name }) => name)
    expect(others.sort()).toEqual(Object.keys(plainTypes).sort())
  })

  test('that leads to a resource is a declared relation of its own', () => {
    const undeclared = types.flatMap((type) =>
      fieldsOf(type)
        .filter(([name, field]) => {
          const target = shownBy(field)
          if (!target || rootNames.includes(type.name)) return false
          if (hasResource(type.name)) return resourceOf(type.name).links.get(name)?.target.name !== target
          if (shownInPart(type.name, name) === target) return false
          // The others are the frames of lists, and the payloads of writes.
          const { name: shown } = typeOf(target)
          return (
            ![`${shown}Connection`, `${shown}Edge`, `${shown}Feed`].includes(type.name) && !/(Payload|Result)$/.test(type.name)
          )
        })
        .map(([name]) => `${type.name}.${name}`),
    )
    expect(undeclared).toEqual([])
  })

  test('of a resource shows a declared column, a relation, or what is made of them for a reason', () => {
    const odd = resources.flatMap(({ name: type, columns, parts, links }) =>
      fieldsOf(typeOf(type))
        .filter(([name]) => ![columns, parts, links].some((declared) => declared.has(name)))
        .filter(([name]) => !links.get(name.replace(/Aggregate$/, ''))?.isConnection)
        .filter(([name]) => !['currency', 'nodeId', 'type', 'url'].includes(name))
        .map(([name]) => `${type}.${name}`),
    )
    expect(odd.sort()).toEqual(Object.keys(ownFields).sort())
    for (const { name: type, columns } of resources) {
      for (const name of columns.keys()) {
        const field = typeOf(type).getFields()[name]
        expect(isLeafType(getNamedType(field?.type)), `${type}.${name}`).toBe(true)
      }
    }
  })
})

/** Code that must not compile; it is never called. */
function misspelt() {
  const write = async () => ({})
  // @ts-expect-error there is no such model
  mutation('misspelt', { description: '', shows: { field: 'subscription', resource: 'Subscripton' }, write })
  // @ts-expect-error there is no such model
  operation('misspelt', { shows: { resource: 'Subscripton' }, write })
  // @ts-expect-error there is no such model
  resource('Subscripton', {})
}

test('Names of resources are types', () => expect(misspelt).toBeTypeOf('function'))
