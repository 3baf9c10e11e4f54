/** How the rows of the REST table are run, and that each is planned when the server starts, since all of them are known. */

import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { getOperationAST, Kind } from 'graphql'
import type { Context } from '../context.ts'
import { run } from '../graphql/run.ts'
import { planOf } from '../read/plan/plan.ts'
import { jsonDocument } from '../read/sql/container.ts'
import type { Compiled } from './compile.ts'
import { restDialect } from './dialect.ts'
import { storePrefix } from './route.ts'

/** The operation of a row, which answers a JSON document in the words of the contract. */
const operationOf = ({ document, at }: Pick<Compiled, 'document' | 'at'>) => ({
  document,
  dialect: restDialect,
  container: jsonDocument,
  answerAt: at,
})

/** Runs the operation of a row. */
export const runRow = (
  schema: GraphQLSchema,
  row: Pick<Compiled, 'document' | 'at'>,
  variableValues: Record<string, unknown>,
  context: Context,
) => run(schema, { ...operationOf(row), variableValues }, context)

/**
 * Plans each row for those who ask for it, nothing embedded that need not be.
 *
 * @throws Error that names a document which cannot be planned.
 */
export function planRows(schema: GraphQLSchema, rows: readonly Compiled[]): void {
  for (const row of rows) {
    const { document, path } = row
    const definition = getOperationAST(document) as OperationDefinitionNode
    const flags = definition.variableDefinitions?.filter(({ defaultValue }) => defaultValue?.kind === Kind.BOOLEAN) ?? []
    const nothingMore = Object.fromEntries(flags.map(({ variable }) => [variable.name.value, false]))
    const roles = path.startsWith(storePrefix) ? (['visitor', 'customer'] as const) : (['merchant'] as const)
    const operation = { ...operationOf(row), schema, definition }
    for (const role of roles) planOf(operation, role, nothingMore).roots()
  }
}
