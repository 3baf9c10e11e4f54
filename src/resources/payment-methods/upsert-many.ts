/** Stores the payment methods of many customers in one write, as when a shop moves in with the tokens of its gateway. */
import type { Shape } from '../../db/shape.ts'
import { RecordFaults, severalOf } from '../../records/record-faults.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { complete } from '../../values/written-values.ts'
import { changesOf } from '../../writes/changes.ts'
import type { WrittenRecord } from '../../writes/result.ts'
import { checkRecord } from '../../writes/sent-back.ts'
import { builder, mutation, registry } from '../describe.ts'
import { tooMany } from '../live-limit.ts'
import { maxMethods, update } from './rules.ts'
import { writable } from './writable.ts'

const maxRecords = 100

const { customerId: _, ...fields } = writable
const { gatewayToken: __, ...shown } = fields

type StoredMethodRow = Shape<'PaymentMethod'>

/** The customer of a record, named by its id or its external id. */
type NamedCustomer = { customerId?: string | null | undefined; customerExternalId?: string | null | undefined }

function nameOf({ customerId, customerExternalId }: NamedCustomer): { id: bigint } | { externalId: string } {
  if ((customerId == null) === (customerExternalId == null))
    throw badInput(say`Either ${field('customerId')} or ${field('customerExternalId')} must name the customer.`)
  return customerId == null ? { externalId: customerExternalId as string } : { id: readId(field('customerId'), customerId) }
}

const record = builder.inputType('PaymentMethodRecordInput', {
  description: 'A payment method of `upsertPaymentMethods`.',
  fields: (t) => ({
    customerId: t.id({ description: 'The customer who pays with it.' }),
    customerExternalId: t.string({ description: 'The external id of the customer, in place of the id.' }),
    ...inputFields(t, fields, true),
  }),
})

mutation('upsertPaymentMethods', {
  description: `Stores up to ${maxRecords} payment methods as one write: a customer's method with the token is changed, or one is added.`,
  emits: ['payment_method.created', 'payment_method.updated'],
  many: { field: 'paymentMethods', record: 'paymentMethod', resource: 'PaymentMethod' },
  input: (t) => ({
    paymentMethods: t.field({ type: [record], required: true, description: `The payment methods, 1 to ${maxRecords}.` }),
  }),
  async write(write, input) {
    const { given, policy } = severalOf<(typeof input.paymentMethods)[number]>(input, 'paymentMethods', maxRecords)
    const faults = new RecordFaults(write, 'paymentMethods', given.length)
    const names = given.map((each, index) => faults.judge(index, () => nameOf(each))[0])
    const ids = names.flatMap((name) => (name && 'id' in name ? [name.id] : []))
    const externalIds = names.flatMap((name) => (name && 'externalId' in name ? [name.externalId] : []))
    const customers = await write.lockAll('Customer', {
      OR: [{ id: { in: ids } }, { externalId: { in: externalIds } }],
      archivedAt: null,
    })
    const methods = await write.lockAll('PaymentMethod', {
      customerId: { in: customers.map(({ id }) => id) },
      archivedAt: null,
    })
    const ofCustomer = Map.groupBy(methods, ({ customerId }) => customerId)
    const planned = given.flatMap((each, index) =>
      faults.judge(index, () => {
        const name = names[index]
        const customer = customers.find((row) => name && ('id' in name ? row.id === name.id : row.externalId === name.externalId))
        if (!customer)
          throw notFound(
            say`There is no such customer: ${field(each.customerId == null ? 'customerExternalId' : 'customerId')} must name one.`,
          )
        const columns = complete(fields, each)
        const held = ofCustomer.get(customer.id)?.find(({ gatewayToken }) => gatewayToken === columns.gatewayToken)
        checkRecord(write, registry.of('PaymentMethod'), held, { index })
        const { isDefault, expMonth, expYear } = columns
        const change: Partial<StoredMethodRow> = held ? update(held, { expMonth, expYear, ...(isDefault && { isDefault }) }) : {}
        return { index, customerId: customer.id, columns, held, change }
      }),
    )
    faults.refuseTwice(
      inPlaces(planned, ({ customerId, columns }) => `${customerId} ${columns.gatewayToken}`),
      'gatewayToken',
    )
    faults.refuseTwice(
      inPlaces(planned, ({ customerId, columns: { isDefault } }) => (isDefault ? customerId : undefined)),
      'isDefault',
    )
    // Methods that are there already are never too many.
    const counts = new Map(customers.map(({ id }) => [id, ofCustomer.get(id)?.length ?? 0]))
    for (const { index, customerId, held } of planned) {
      if (held || faults.has(index)) continue
      const count = (counts.get(customerId) ?? 0) + 1
      if (count > maxMethods) faults.refuse(index, tooMany('PaymentMethod', maxMethods))
      else counts.set(customerId, count)
    }
    faults.check(policy)

    const done = planned.filter(({ index }) => !faults.has(index))
    const chosen = new Map(done.filter(({ columns }) => columns.isDefault).map((each) => [each.customerId, each.index]))
    // The first method of a customer is the default.
    for (const { customerId, index } of done)
      if (!ofCustomer.has(customerId) && !chosen.has(customerId)) chosen.set(customerId, index)
    const isChosen = ({ customerId, index }: { customerId: bigint; index: number }) => chosen.get(customerId) === index
    const keptDefault = new Set(done.filter((each) => isChosen(each) && each.held?.isDefault).map(({ customerId }) => customerId))
    const former = methods.filter((row) => row.isDefault && chosen.has(row.customerId) && !keptDefault.has(row.customerId))
    const demoted = await write.changeAll(new Map(former.map((row) => [row, { isDefault: false }])))
    for (const [{ id, customerId }, changes] of demoted)
      write.emit({ type: 'payment_method.updated', recordType: 'payment_method', id, customerId, changes })
    const changed = await write.changeAll(new Map(done.flatMap(({ held, change }) => (held ? [[held, change] as const] : []))))
    const added = done.filter(({ held }) => !held)
    const made = await write.createAll(
      'PaymentMethod',
      added.map((each) => ({
        ...each.columns,
        customerId: each.customerId,
        isDefault: isChosen(each),
        createdAt: write.now,
      })),
    )
    const results = done.map((each): WrittenRecord => {
      const { index, customerId, held, columns } = each
      if (held) {
        const changes = changed.get(held) ?? {}
        const isChanged = Object.keys(changes).length > 0
        const change = isChanged ? 'updated' : 'unchanged'
        return {
          index,
          id: held.id,
          customerId,
          change,
          changes,
          ...(isChanged && { emits: [{ type: 'payment_method.updated' }] }),
        }
      }
      const whole = { ...columns, customerId, isDefault: isChosen(each) }
      const seen = Object.fromEntries(
        ['customerId', ...Object.keys(shown)].map((name) => [name, whole[name as keyof typeof whole]]),
      )
      const nothing = Object.fromEntries(Object.keys(seen).map((name) => [name, null]))
      return {
        ...{ index, customerId, id: made[added.indexOf(each)] as bigint },
        ...{ change: 'created', changes: changesOf<object>(nothing, seen), emits: [{ type: 'payment_method.created' }] },
      }
    })
    return { many: faults.results(results) }
  },
})

/** A value of each record, by its place. */
function inPlaces<Planned extends { index: number }>(planned: readonly Planned[], of: (each: Planned) => unknown): unknown[] {
  const values: unknown[] = []
  for (const each of planned) values[each.index] = of(each)
  return Array.from(values)
}
