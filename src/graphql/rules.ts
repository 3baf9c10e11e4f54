/** The rules for documents that are ours, beside those that every GraphQL server has. */
import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql'
import { textFault } from '../values/text.ts'

/** What can be executed here, with values that a database keeps. */
const onlyWhatRuns: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation)) return
    context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }))
  },
  StringValue: (node) => {
    const fault = textFault(node.value)
    if (fault) context.reportError(new GraphQLError(`A value is not allowed: ${fault}.`, { nodes: node }))
  },
})

/** @param showsSchema whether a client may ask what the schema has; what errors would tell of it `withoutNames` sees to. */
export const ownRules = (showsSchema: boolean): readonly ValidationRule[] =>
  showsSchema ? [onlyWhatRuns] : [onlyWhatRuns, NoSchemaIntrospectionCustomRule]
