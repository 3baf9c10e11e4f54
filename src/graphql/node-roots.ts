/** The root fields that answer records of any type by the names they have among all records. */
import { badInput } from '../errors.ts'
import { builder } from './builder.ts'
import { nodeInterface } from './node.ts'
import { planned } from './read/field-read.ts'
import { nodesRoot } from './read/root.ts'

/** How many records one field answers. */
const maxNodes = 100

const whose = 'Whoever may read a record by a field of its own type reads it here; all else is answered as what there is not.'

builder.queryField('node', (t) =>
  t.field({
    type: nodeInterface,
    nullable: true,
    description: `The record that has a name; null when there is none. ${whose}`,
    args: { nodeId: t.arg.id({ required: true, description: 'Its `nodeId`.' }) },
    extensions: { read: nodesRoot('nodeId', ({ nodeId }) => [nodeId as string], true) },
    resolve: planned,
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [nodeInterface],
    nullable: { list: true, items: true },
    description: `The records that have some names, in their order; null in the place of one that there is not. ${whose}`,
    args: { nodeIds: t.arg.idList({ required: true, description: `Their \`nodeId\`s, at most ${maxNodes}.` }) },
    // How many rows it asks for; see cost.ts.
    extensions: {
      rows: ({ nodeIds = [] }: { nodeIds?: readonly string[] }) => Math.min(nodeIds.length, maxNodes),
      read: nodesRoot('Each of nodeIds', ({ nodeIds }) => checked(nodeIds as string[]), false),
    },
    resolve: planned,
  }),
)

function checked(nodeIds: readonly string[]): readonly string[] {
  if (nodeIds.length > maxNodes) throw badInput(`nodeIds takes at most ${maxNodes} names, not ${nodeIds.length}.`)
  return nodeIds
}
