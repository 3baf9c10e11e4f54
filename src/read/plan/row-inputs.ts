/**
 * Reads the inputs that a write computes with from some records, by the same declaration as for reads, in one statement that is planned once.
 */
import type { Context } from '../../context.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Model } from '../../schema/model.ts'
import type { ComputedInputs, InputValues } from '../../schema/reads.ts'
import { newReading } from '../request.ts'
import { assertComplete } from '../sql/answer-limit.ts'
import { Scope } from '../sql/scope.ts'
import { Statement } from '../sql/statement.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import { planInputs } from './computed-inputs.ts'

/** Reads an existing record by its id, in the transaction that has locked it. */
type ReadRow = (tx: Tx, context: Context, id: bigint) => Promise<InputValues>

/** Reads existing records by their ids, in the order of these. */
type ReadRowsById = (tx: Tx, context: Context, ids: readonly bigint[]) => Promise<InputValues[]>

/** Plans the read of a record's inputs. */
export function planRowInputs(model: Model, inputs: ComputedInputs): ReadRow {
  const read = planRead(model, inputs, (id) => `${id} = $2`)
  return async (tx, context, id) => {
    const [row] = await read(tx, context, String(id))
    if (!row) throw new Error(`There is no ${model.name} ${id}.`)
    return row
  }
}

/** Plans the read of the inputs of several records. */
export function planRowsInputs(model: Model, inputs: ComputedInputs): ReadRowsById {
  const read = planRead(model, inputs, (id) => `${id} = ANY($2::bigint[]) ORDER BY ${id}`)
  return (tx, context, ids) => read(tx, context, ids.map(String))
}

function planRead(model: Model, inputs: ComputedInputs, which: (id: string) => string) {
  const names = { tables: 0 }
  const scope = new Scope(names, model)
  const { alias } = scope
  const read = planInputs({ names, scope, alias, model }, inputs)
  return async (tx: Tx, context: Context, key: string | string[]): Promise<InputValues[]> => {
    const reading = newReading(context)
    const statement = new Statement(reading.viewer.storeId)
    statement.bind(key)
    const where = `${ofStore(model, alias)} AND ${which(columnSql(alias, 'id'))}`
    const text = `SELECT ${scope.json(statement, reading)} AS cells FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${where}`
    const rows = await tx.$queryRawUnsafe<{ cells: string }[]>(`${text} ${keptPlan.sql}`, ...statement.values)
    return rows.map((row) => read(scope.nested(JSON.parse(assertComplete(row.cells, context))), reading))
  }
}
