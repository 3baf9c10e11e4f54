/** Stores the payment methods of many customers in one write, as when a shop moves in with the tokens of its gateway. */
import type { Shape } from '../../db/shape.ts'
import { bulkMutation } from '../../records/bulk.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Complete } from '../../values/writable.ts'
import { complete } from '../../values/written-values.ts'
import { changesOfNew } from '../../writes/changes.ts'
import { ofAnyPurchase } from '../cards-of-visitors.ts'
import { tooMany } from '../live-limit.ts'
import { gatewayColumns, gatewayOfStore } from './gateway.ts'
import { checkToken, isMethodOf, maxMethods, update } from './rules.ts'
import { writable } from './writable.ts'

const most = 100

const { customerId: _, ...fields } = writable

/** The customer of a record, named by its id or its external id. */
type NamedCustomer = { customerId?: string | null | undefined; customerExternalId?: string | null | undefined }

function nameOf({ customerId, customerExternalId }: NamedCustomer): { id: bigint } | { externalId: string } {
  if ((customerId == null) === (customerExternalId == null))
    throw badInput(say`Either ${field('customerId')} or ${field('customerExternalId')} must name the customer.`)
  return customerId == null ? { externalId: customerExternalId as string } : { id: readId(field('customerId'), customerId) }
}

type MethodRow = Shape<'PaymentMethod'>
type PlannedMethod = {
  index: number
  customerId: bigint
  columns: Complete<typeof fields>
  held: MethodRow | undefined
  change: Partial<MethodRow>
}

/** The records that become the default of their customers: those that are given as such, and the first method of a customer. */
function chosenOf(plans: readonly PlannedMethod[], ofCustomer: ReadonlyMap<bigint, unknown>): Map<bigint, PlannedMethod> {
  const chosen = new Map(plans.filter(({ columns }) => columns.isDefault).map((each) => [each.customerId, each]))
  for (const each of plans)
    if (!ofCustomer.has(each.customerId) && !chosen.has(each.customerId)) chosen.set(each.customerId, each)
  return chosen
}

bulkMutation(
  'upsertPaymentMethods',
  {
    ...{ list: 'paymentMethods', record: 'paymentMethod', resource: 'PaymentMethod', most },
    emits: ['payment_method.created', 'payment_method.updated'],
    async lock(write, given: readonly NamedCustomer[], faults) {
      const names = faults.each(given, nameOf)
      const ids = names.flatMap((name) => (name && 'id' in name ? [name.id] : []))
      const externalIds = names.flatMap((name) => (name && 'externalId' in name ? [name.externalId] : []))
      const named = { OR: [{ id: { in: ids } }, { externalId: { in: externalIds } }] }
      const customers = await write.lockAll('Customer', { ...named, archivedAt: null })
      const ofCustomers = { customerId: { in: customers.map(({ id }) => id) }, ...ofAnyPurchase }
      const methods = await write.lockAll('PaymentMethod', ofCustomers)
      const gateway = await gatewayOfStore(write)
      return { customers, methods, gateway, ofCustomer: Map.groupBy(methods, ({ customerId }) => customerId) }
    },
    judge(given, { found: { customers, ofCustomer, gateway }, compare }) {
      const name = nameOf(given)
      const customer = customers.find((row) => ('id' in name ? row.id === name.id : row.externalId === name.externalId))
      const called = field('id' in name ? 'customerId' : 'customerExternalId')
      if (!customer) throw notFound(say`There is no such customer: ${called} must name one.`)
      const columns = complete(fields, given)
      const held = ofCustomer.get(customer.id)?.find((row) => isMethodOf(row, gateway, columns.gatewayToken))
      compare(held)
      checkToken(gateway, false, columns)
      const { isDefault, expMonth, expYear } = columns
      const change = held ? update(held, { expMonth, expYear, ...(isDefault && { isDefault }) }) : {}
      return { customerId: customer.id, columns, held, change }
    },
    refuse(_write, plans, faults, { ofCustomer }) {
      faults.refuseTwice('gatewayToken', plans, ({ customerId, columns }) => `${customerId} ${columns.gatewayToken}`)
      faults.refuseTwice('isDefault', plans, ({ customerId, columns }) => (columns.isDefault ? customerId : undefined))
      // Methods that are there already are never too many.
      const added = plans.filter(({ index, held }) => !held && !faults.has(index))
      for (const [customerId, all] of Map.groupBy(added, (each) => each.customerId))
        for (const { index } of all.slice(Math.max(maxMethods - (ofCustomer.get(customerId)?.length ?? 0), 0)))
          faults.refuse(index, tooMany('PaymentMethod', maxMethods))
    },
    async writeAll(write, plans, { methods, ofCustomer, gateway }) {
      const chosen = chosenOf(plans, ofCustomer)
      const former = methods.filter(
        (row) => row.isDefault && chosen.has(row.customerId) && chosen.get(row.customerId)?.held !== row,
      )
      const demoted = await write.changeAll(new Map(former.map((row) => [row, { isDefault: false }])))
      for (const [{ id, customerId }, changes] of demoted)
        write.emit({ type: 'payment_method.updated', recordType: 'payment_method', id, customerId, changes })
      const changed = await write.changeAll(new Map(plans.flatMap(({ held, change }) => (held ? [[held, change] as const] : []))))
      const added = plans.filter(({ held }) => !held)
      const rows = new Map<PlannedMethod, Omit<MethodRow, 'id' | 'storeId' | 'createdAt' | 'archivedAt' | 'expiryNoticedFor'>>()
      for (const each of added) {
        const { customerId, columns } = each
        const own = await gatewayColumns(write, { customerId, ...columns }, gateway)
        rows.set(each, {
          customerId,
          gateway,
          ...columns,
          ...own,
          isDefault: chosen.get(customerId) === each,
          enteredByVisitor: false,
        })
      }
      const createdAt = write.now
      const made = await write.createAll(
        'PaymentMethod',
        [...rows.values()].map((row) => ({ ...row, createdAt })),
      )
      return plans.map((each) => {
        const { customerId, held } = each
        if (held) return { customerId, id: held.id, changes: changed.get(held) ?? {} }
        const { gatewayToken: _secret, gatewayCustomer: _theirs, gateway: _name, ...shown } = rows.get(each) ?? {}
        return { customerId, id: made[added.indexOf(each)] as bigint, changes: changesOfNew(shown), made: 'created' }
      })
    },
  },
  {
    description: `Stores up to ${most} payment methods as one write: a customer's method with the token is changed, or one is added.`,
    input: {
      type: 'PaymentMethodRecordInput',
      description: 'A payment method of `upsertPaymentMethods`.',
      called: 'The payment methods',
      fields: (t) => ({
        customerId: t.id({ description: 'The customer who pays with it.' }),
        customerExternalId: t.string({ description: 'The external id of the customer, in place of the id.' }),
        ...inputFields(t, fields, true),
      }),
    },
  },
)
