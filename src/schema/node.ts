/** The interface Node of all records with an id, with their global ids, and the root fields by global id. */
import { badInput } from '../values/errors.ts'
import type { Builder, MadeField, ObjectFields } from './builder.ts'
import { type FieldRead, planned, type RootRead } from './reads.ts'
import type { Registry } from './registry.ts'

const description = 'Its name among all records of whatever type; `node` answers it by this.'

export type NodeInterface = ReturnType<typeof nodeInterfaceOf>

/** The interface of all records with an id; the plan writes the type of each row. */
export const nodeInterfaceOf = (builder: Builder) =>
  builder.interfaceRef<object>('Node').implement({
    description:
      'A record that can be found by one name, whatever type it is of. Clients keep it in their caches under that name.',
    fields: (t) => ({ nodeId: t.id({ description, resolve: planned }) }),
  })

/** The field of a record's global id. */
export const nodeIdField = (t: ObjectFields, typeName: string): MadeField =>
  t.field({
    type: 'ID',
    description,
    extensions: { read: { nameOf: typeName } satisfies FieldRead },
    resolve: planned,
  })

/** Maximum records of one field. */
const maxNodes = 100

const whose =
  'Each viewer reads here the records that a field of their own type shows to it; any other is answered like a missing one.'

/** Adds the root fields that answer records of any type by global id. */
export function addNodeRoots(builder: Builder, nodeInterface: NodeInterface, registry: Registry): void {
  builder.queryField('node', (t) =>
    t.field({
      type: nodeInterface,
      nullable: true,
      description: `The record that has a name; null when there is none. ${whose}`,
      args: { nodeId: t.arg.id({ required: true, description: 'Its `nodeId`.' }) },
      extensions: {
        read: {
          nodes: registry,
          namesOf: ({ nodeId }) => [nodeId as string],
          argument: 'nodeId',
          isOne: true,
        } satisfies RootRead,
      },
      resolve: planned,
    }),
  )
  builder.queryField('nodes', (t) =>
    t.field({
      type: [nodeInterface],
      nullable: { list: true, items: true },
      description: `The records that have some names, in their order; null in the place of one that there is not. ${whose}`,
      args: { nodeIds: t.arg.idList({ required: true, description: `Their \`nodeId\`s, at most ${maxNodes}.` }) },
      // The rows that it requests; see cost.ts.
      extensions: {
        rows: ({ nodeIds = [] }: { nodeIds?: readonly string[] }) => Math.min(nodeIds.length, maxNodes),
        read: {
          nodes: registry,
          namesOf: ({ nodeIds: given }) => checked(given as string[]),
          argument: 'Each of nodeIds',
          isOne: false,
        } satisfies RootRead,
      },
      resolve: planned,
    }),
  )
}

function checked(nodeIds: readonly string[]): readonly string[] {
  if (nodeIds.length > maxNodes) throw badInput(`nodeIds takes at most ${maxNodes} names, not ${nodeIds.length}.`)
  return nodeIds
}
