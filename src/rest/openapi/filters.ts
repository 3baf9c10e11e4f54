/** The filters of rows as parameters: one for each column and operator, and one that takes all others. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { isRecordFilter } from '../../schema/operators.ts'
import { keyStep } from '../../values/sentence.ts'
import type { Compiled } from '../compile.ts'
import { fieldsIn, isColumn, keyedField, namedObject, operatorsOf } from '../filter-names.ts'
import type { Components } from './components.ts'
import { listOf, type OpenapiParameter } from './parameter.ts'
import { leafSchema } from './values.ts'

/** The type of a filter or an order that a variable takes. */
export function filterType(declared: GraphQLInputType | undefined): GraphQLInputObjectType | undefined {
  const type = declared && getNullableType(declared)
  return namedObject(isListType(type) ? type.ofType : type)
}

/** A parameter for each column and operator; for relations and free-form keys, whose names are too many, one that takes any of them. */
export function filterParametersOf({ variables, names }: Compiled, components: Components): OpenapiParameter[] {
  const type = filterType(variables.get('filter'))
  if (!type) return []
  const spelled = new Map([...names].map(([contract, derived]) => [derived, contract]))
  return [...columnParameters(type, components, (name) => spelled.get(name) ?? name), ...otherFilters(type)]
}

function columnParameters(
  type: GraphQLInputObjectType,
  components: Components,
  nameOf: (derived: string) => string,
): OpenapiParameter[] {
  return [...fieldsIn(type)].flatMap(([derived, field]) => {
    const inner = namedObject(field.type)
    if (!inner || isRecordFilter(inner)) return []
    const name = nameOf(derived)
    if (isColumn(inner)) return operatorParameters(name, field, inner, components)
    return columnParameters(inner, components, (part) => `${name}.${part}`)
  })
}

function operatorParameters(
  name: string,
  { description: meaning, extensions }: GraphQLInputField,
  type: GraphQLInputObjectType,
  components: Components,
): OpenapiParameter[] {
  return operatorsOf(type).flatMap((operator) => {
    const field = fieldsIn(type).get(operator)
    const operand = field && getNullableType(field.type)
    if (!operand || isInputObjectType(operand) || !isNamed(operator, name, type)) return []
    if (operator === 'is_null' && extensions.required) return []
    const description = (operator === 'eq' ? meaning : field.description) ?? operator
    const parameter = { name: operator === 'eq' ? name : `${name}__${operator}`, in: 'query' as const, description }
    return isListType(operand)
      ? [{ ...parameter, ...listOf(leafSchema(getNullableType(operand.ofType) as GraphQLLeafType, components)) }]
      : [{ ...parameter, schema: leafSchema(operand, components) }]
  })
}

const compared = ['eq', 'lt', 'le', 'gt', 'ge', 'is_null']
const chosen = ['eq', 'ne', 'in', 'nin', 'is_null']

/** The operators that are parameters of their own, by the type of the conditions on a column; columns of other types are enums. */
const namedOperators: Readonly<Record<string, readonly string[]>> = {
  IDFilter: chosen,
  StringFilter: ['eq', 'ne', 'in', 'like', 'ilike', 'is_null'],
  BooleanFilter: ['eq', 'is_null'],
  AmountFilter: compared,
  WholeNumberFilter: compared,
  IntFilter: compared,
  FloatFilter: compared,
  DateTimeFilter: compared,
  JsonFilter: ['is_null'],
}

/** Whether a filter is a parameter of its own: one that fits the column, which for the record's own id are those of walks through a list. */
const isNamed = (operator: string, name: string, { name: type }: GraphQLInputObjectType): boolean =>
  name === 'id' ? operator !== 'is_null' && operator !== 'between' : (namedOperators[type] ?? chosen).includes(operator)

/** The operators that are not parameters of their own everywhere, for the introduction of a document. */
export const aboutOperators =
  'Every field of a list takes `ne`, `in`, `nin`, `lt`, `le`, `gt`, `ge` and `between` where its values allow it, also those that are no parameters of their own here: `<field>__between=<from>,<to>`.'

/** The filters of an aggregate, which are parameters of its list. */
export const filtersOfList: OpenapiParameter = {
  name: 'filters',
  in: 'query',
  description: 'The filters of the list, each a parameter of its own name.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  example: {},
}

function otherFilters(type: GraphQLInputObjectType): OpenapiParameter[] {
  const relations = [...fieldsIn(type)].flatMap(([name, field]) => {
    const inner = namedObject(field.type)
    return inner && isRecordFilter(inner) && !isColumn(inner) ? [name] : []
  })
  const keys = keyedField(type) ? [`free-form keys as \`${keyStep}.<key>\``] : []
  if (relations.length + keys.length === 0) return []
  const lists = relations.map((name) => `\`${name}.<field>\``).join(', ')
  const taken = [...(lists ? [`fields of relations as ${lists}`] : []), ...keys].join('; ')
  return [
    {
      ...filtersOfList,
      description: `Any other filters, each a parameter of its own name, with an operator behind two underscores like those above: ${taken}.`,
    },
  ]
}
