/** The root fields that answer records of any type by the names they have among all records. */
import { brandWithType } from '@pothos/core'
import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { badInput } from '../errors.ts'
import { shown } from '../values/text.ts'
import { builder } from './builder.ts'
import { nodeInterface } from './node.ts'
import { readNodeId } from './node-id.ts'
import { loadRecord } from './record-loader.ts'
import { hasNodes, resourceOf } from './registry.ts'
import { visibleAtRoot } from './visible.ts'

/** How many records one field answers. */
const maxNodes = 100

const whose = 'Whoever may read a record by a field of its own type reads it here; all else is answered as what there is not.'

/** Makes the function that finds a record by its name, with what a field asks of records of its type. */
function finder(argument: string, context: Context, info: GraphQLResolveInfo) {
  const queries = new Map<string, object>()
  const queryOf = (typeName: string) => {
    const query = queries.get(typeName) ?? queryFromInfo({ context, info, typeName })
    queries.set(typeName, query)
    return query
  }
  return async (nodeId: string) => {
    const name = readNodeId(nodeId)
    if (!name || !hasNodes(name.typeName)) throw badInput(`${argument} must be the nodeId of a record, not ${shown(nodeId)}.`)
    const resource = resourceOf(name.typeName)
    // Where records of the type are not open to the viewer, that is said whatever the store.
    const { storeId } = visibleAtRoot(resource, context.viewer)
    const row = storeId === name.storeId && (await loadRecord(resource, name.id, queryOf(name.typeName), context))
    if (!row) return null
    brandWithType(row, resource.typeName as never)
    return row as never
  }
}

builder.queryField('node', (t) =>
  t.field({
    type: nodeInterface,
    nullable: true,
    description: `The record that has a name; null when there is none. ${whose}`,
    args: { nodeId: t.arg.id({ required: true, description: 'Its `nodeId`.' }) },
    resolve: (_root, { nodeId }, context, info) => finder('nodeId', context, info)(nodeId),
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [nodeInterface],
    nullable: { list: true, items: true },
    description: `The records that have some names, in their order; null in the place of one that there is not. ${whose}`,
    args: { nodeIds: t.arg.idList({ required: true, description: `Their \`nodeId\`s, at most ${maxNodes}.` }) },
    // How many rows it asks for; see cost.ts.
    extensions: { rows: ({ nodeIds = [] }: { nodeIds?: readonly string[] }) => Math.min(nodeIds.length, maxNodes) },
    resolve: (_root, { nodeIds }, context, info) => {
      if (nodeIds.length > maxNodes) throw badInput(`nodeIds takes at most ${maxNodes} names, not ${nodeIds.length}.`)
      return nodeIds.map(finder('Each of nodeIds', context, info))
    },
  }),
)
