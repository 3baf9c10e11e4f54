/**
 * Reads the inputs that a write computes with from one record, by the same declaration as for reads, in one statement that is planned once.
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

/** Plans the read of a record's inputs. */
export function planRowInputs(model: Model, inputs: ComputedInputs): ReadRow {
  const names = { tables: 0 }
  const scope = new Scope(names, model)
  const { alias } = scope
  const read = planInputs({ names, scope, alias, model }, inputs)
  return async (tx, context, id) => {
    const reading = newReading(context)
    const statement = new Statement(reading.viewer.storeId, id)
    const where = `${ofStore(model, alias)} AND ${columnSql(alias, 'id')} = $2`
    const text = `SELECT ${scope.json(statement, reading)} AS cells FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${where}`
    const rows = await tx.$queryRawUnsafe<{ cells: string }[]>(`${text} ${keptPlan.sql}`, ...statement.values)
    const [row] = rows
    if (!row) throw new Error(`There is no ${model.name} ${id}.`)
    return read(scope.nested(JSON.parse(assertComplete(row.cells, context))), reading)
  }
}
