/** Plans root fields that scan many rows in JavaScript: the rows are read in batches, so that only one batch is in memory. */
import { columnOf } from '../../schema/model.ts'
import type { InputValues, ScanRead } from '../../schema/reads.ts'
import { checkMerchant, visibleAtRoot } from '../../schema/visible.ts'
import type { ListRead } from '../filter/list-arguments.ts'
import type { KeptRows, Reading } from '../request.ts'
import { keepRows, type Leading } from '../run/kept-rows.ts'
import { queryRows } from '../run/query-rows.ts'
import { forEachYielding } from '../run/yielding.ts'
import { all, conditionSql } from '../sql/condition.ts'
import { pageSql } from '../sql/page-statement.ts'
import { scopeOfStatement } from '../sql/scope.ts'
import { Statement } from '../sql/statement.ts'
import { ofStore, tableName } from '../sql/tables.ts'
import { planInputs } from './computed-inputs.ts'
import { argumentsOf, type Selected } from './fields.ts'
import { valueWriter } from './object.ts'
import type { Planning } from './planning.ts'

/** The rows of a batch: other work runs between two batches, in the database and in the process. */
const batchSize = 500

/** Plans a root field that scans all matching rows. */
export function planScan(planning: Planning, selected: Selected, { scan: resource, inputs, store, begin }: ScanRead) {
  const { model } = resource
  const storeOf = planStore(planning, store)
  const scope = scopeOfStatement(planning, model)
  const { alias } = scope
  const leads: Leading[] = []
  const read = planInputs({ names: planning, scope, alias, model, leads }, inputs)
  const key = scope.column(alias, model, 'id')
  const byId: ListRead['terms'] = [{ ...columnOf(model, 'id'), source: 'id', direction: 'asc' }]
  const field = selected.field as NonNullable<typeof selected.field>
  const write = valueWriter(planning, field.type, selected.nodes)

  /** Reads the next batch, after an id. */
  const batch = (where: ListRead['where'], last: string, reading: Reading) => {
    const statement = new Statement(reading.viewer.storeId)
    const page = { size: batchSize, backward: false, after: undefined, before: undefined, offset: 0 }
    const list = { page, terms: byId, where, place: { id: { gt: last } } }
    const columns = scope.columns(statement, reading)
    const condition = all([ofStore(model, alias), conditionSql({ AND: [where, list.place] }, model, alias, statement)])
    const found = { from: `${tableName(model)} ${alias}`, where: condition }
    return queryRows(pageSql(scope, columns, list, found, false, statement, undefined), statement.values, reading.context)
  }

  return async (reading: Reading): Promise<string> => {
    const { context, viewer } = reading
    checkMerchant(field.name, viewer)
    const seen = visibleAtRoot(resource, viewer)
    const args = argumentsOf(selected, reading)
    const { where, add, end } = begin(args, await storeOf(reading), context)
    const kept: KeptRows = new Map()
    const within = { ...reading, kept }
    const { stopwatch = () => 0 } = context.account
    for (let last = '0'; ; ) {
      const rows = await batch({ AND: [seen, where] }, last, reading)
      for (const leading of leads) await keepRows(leading, rows, kept, reading)
      const computed = (time: number) => {
        reading.computed += time
      }
      await forEachYielding(rows, (columns) => add(read(scope.row(columns, reading), within)), stopwatch, computed)
      if (rows.length < batchSize) return write(end(), context)
      last = rows.at(-1)?.[key] ?? last
    }
  }
}

/** Plans the read of columns of the viewer's store. */
export function planStore(planning: Planning, store: ScanRead['store']): (reading: Reading) => Promise<InputValues> {
  const { model } = store
  const scope = scopeOfStatement(planning, model)
  const read = planInputs({ names: planning, scope, alias: scope.alias, model }, { columns: [], store })
  return async (reading) => {
    const statement = new Statement(reading.viewer.storeId)
    const [row = []] = await queryRows(
      `SELECT ${scope.columns(statement, reading).join(', ')}`,
      statement.values,
      reading.context,
    )
    return read(scope.row(row, reading), reading).store as InputValues
  }
}
