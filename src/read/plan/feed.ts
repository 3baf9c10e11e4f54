/**
 * Plans a root field that answers a feed: the matching records after a sequence number, in order, and the number up to which the feed was
 * scanned. A client that continues from that number misses no record, however few match; records and number come from one snapshot.
 */

import { type GraphQLObjectType, getNamedType } from 'graphql'
import type { TextRow } from '../../db/text-query.ts'
import type { FeedRead } from '../../schema/reads.ts'
import { ofNobody, visibleAtRoot } from '../../schema/visible.ts'
import { inWords } from '../../schema/wording.ts'
import { badInput } from '../../values/errors.ts'
import type { ListRead } from '../filter/list-arguments.ts'
import { readOrder } from '../filter/order.ts'
import type { Reading, StatementInput } from '../request.ts'
import type { PageRead } from '../run/operation.ts'
import type { PageToRead } from '../run/pages.ts'
import { Cells } from '../sql/cells.ts'
import { all, conditionSql } from '../sql/condition.ts'
import { answered, constant, type Json, madeBy, objectOf, writerOf } from '../sql/json.ts'
import { pageSql } from '../sql/page-statement.ts'
import { Rows, rowsName } from '../sql/rows.ts'
import { scopeOfStatement } from '../sql/scope.ts'
import type { Statement } from '../sql/statement.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'
import { planRecordFields } from './record.ts'
import { refusals } from './root-field.ts'

/** The records scanned by one request; the cost is bounded, even for a few matches among millions. */
const examined = 1_000

export const defaultFeedSize = 50
export const maxFeedSize = 100

type FeedArguments = { after?: number | null; first?: number | null }

/**
 * Validates the arguments of a feed.
 *
 * @throws Refusal BAD_INPUT for an impossible sequence number, or a size outside 1 to 100.
 */
function readFeed({ after, first }: FeedArguments): ListRead['page'] {
  const size = first ?? defaultFeedSize
  if (size < 1 || size > maxFeedSize) throw badInput(`first must be from 1 to ${maxFeedSize}, not ${size}.`)
  if (after != null && !(Number.isSafeInteger(after) && after >= 0))
    throw badInput(`after must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${after}.`)
  return { size, backward: false, after: after == null ? undefined : String(after), before: undefined, offset: 0 }
}

/** Plans a feed. */
export function planFeed(planning: Planning, selected: Selected, { feed: resource, counter, only }: FeedRead): PageRead {
  const { model } = resource
  const number = planning.lists++
  const scope = scopeOfStatement(planning, model)
  const { alias } = scope
  const of = (request: StatementInput) => request.lists[number] as ListRead
  const place = columnSql(alias, 'sequence')
  const counted = (name: string) =>
    `coalesce((SELECT ${columnSql('counter', name)} FROM ${tableName(counter)} counter WHERE ${ofStore(counter, 'counter')}), 0)`
  const last = counted('lastSequence')
  const forgotten = counted('forgottenSequence')
  const start = (statement: Statement, request: StatementInput) => {
    const { after } = of(request).page
    // A live operation without a position begins with the next record.
    if (after === undefined) return planning.isLive ? last : forgotten
    return `${statement.bind(after)}::bigint`
  }
  const end = (statement: Statement, request: StatementInput) => `least(${start(statement, request)} + ${examined}, ${last})`
  const shown = (request: StatementInput) => ` FILTER (WHERE ${rowsName}.n <= ${of(request).page.size})`
  const isFull = (request: StatementInput) => `count(*) > ${of(request).page.size}`

  const cells = new Cells()
  const rows = new Rows(scope, cells, shown)
  const state = cells.cell(`${forgotten} || ',' || ${last}`)
  const isAnswer = planning.isAnswer(selected.nodes)
  const newest = (statement: Statement, request: StatementInput) =>
    `CASE WHEN ${isFull(request)} THEN max(${rowsName}.at)${shown(request)} ELSE ${end(statement, request)} END`
  const more = (statement: Statement, request: StatementInput) =>
    `(${isFull(request)} OR ${end(statement, request)} < ${last})::text`
  const ofFeed = (name: string | undefined, type: GraphQLObjectType, nodes: Selected['nodes']): Json => {
    if (name === 'nodes') {
      const fields = planRecordFields({ planning, scope, alias, model, ...ofNobody }, type, nodes)
      return isAnswer ? answered(rows.listOf(fields, planning.container), cells, 'text') : rows.listOf(fields)
    }
    if (name === 'newestSequence') return madeBy(() => `(${last})::text`)
    return madeBy(name === 'lastSequence' ? newest : more)
  }
  const type = getNamedType(selected.field?.type) as GraphQLObjectType
  const fields = fieldsIn(planning, type, selected.nodes).map(({ name, field, nodes }) => ({
    name,
    json: field ? ofFeed(field.name, getNamedType(field.type) as GraphQLObjectType, nodes) : constant(type.name),
  }))
  const count = (_statement: Statement, request: StatementInput) => `count(*)${shown(request)}`
  const beside = isAnswer || planning.isLive ? [newest, more, count].map((sql) => cells.cell(sql)) : undefined
  const page: PageToRead = {
    cells,
    weight: (request: StatementInput) => rows.weightOf(of(request).page.size),
    from(statement: Statement, request: StatementInput) {
      const list = of(request)
      const conditions = conditionSql(list.where, model, alias, statement)
      const behind = start(statement, request)
      const where = all([ofStore(model, alias), conditions, `${place} > ${behind}`, `${place} <= ${behind} + ${examined}`])
      const columns = [...rows.columns(statement, request), `${place} AS at`]
      const found = { from: `${tableName(model)} ${alias}`, where }
      const sql = pageSql(scope, columns, list, found, true, statement, undefined)
      return ` FROM (${rows.bounded(sql, ['n', 'at'], list.page.size, request)}) ${rowsName} HAVING TRUE`
    },
  }
  const json = writerOf(objectOf(fields), cells)
  const check = refusals(planning)
  const terms = readOrder(resource, [{ sequence: 'asc' }])
  const plural = `${inWords(resource.name)}s`
  const begin = (reading: Reading) => {
    const { viewer } = reading
    const args = argumentsOf(selected, reading)
    const seen = visibleAtRoot(resource, viewer)
    const request: FeedArguments = args
    const from = { ...request, after: reading.from ?? request.after }
    const bounds = readFeed(from)
    bounds.size = Math.min(bounds.size, reading.most ?? bounds.size)
    reading.lists[number] = { page: bounds, terms, where: { AND: [seen, only(args)] }, place: {} }
    check(reading)
  }
  const write = (columns: TextRow, reading: Reading) => {
    const row = cells.row(columns, reading)
    checkPlace(of(reading).page.after, row.cells[state] ?? '', plural)
    const text = json(row, reading)
    const [lastSequence, hasMore, found] = beside?.map((cell) => row.cells[cell]) ?? []
    if (beside)
      reading.answer = {
        ...reading.answer,
        lastSequence: Number(lastSequence),
        hasMore: hasMore === 'true',
        count: Number(found),
      }
    return text
  }
  return { page, begin: (request) => begin(request as Reading), write, isOfPlace: true }
}

/**
 * @throws Refusal BAD_INPUT for a position that was deleted, or that is not yet assigned: a client that continued from it could miss
 * records.
 */
function checkPlace(given: string | undefined, state: string, plural: string): void {
  if (given === undefined) return
  const after = BigInt(given)
  const [forgotten = 0n, last = 0n] = state.split(',').map(BigInt)
  if (after < forgotten) {
    const oldest = `The ${plural} up to ${forgotten} are kept no longer, the oldest is ${forgotten + 1n}`
    throw badInput(`${oldest}: after must be ${forgotten} or more, not ${after}; without it, the oldest comes first.`)
  }
  if (after > last) throw badInput(`after must not be beyond the newest of the ${plural}, ${last}, not ${after}.`)
}
