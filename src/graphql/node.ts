/** What all records are that have an id: nodes, each with a name of its own among the records of all types and stores. */
import { builder } from './builder.ts'
import type { LooseObjectFields } from './connection.ts'
import { writeNodeId } from './node-id.ts'
import { type FieldRead, planned } from './read/field-read.ts'

const description = 'Its name among all records of whatever type; `node` answers it by this.'

/** The interface of all records that have an id; which type a row is of, it says itself where it was found by its name. */
export const nodeInterface = builder.interfaceRef<{ nodeId: string }>('Node').implement({
  description: 'A record that can be found by one name, whatever type it is of. Clients keep it in their caches under that name.',
  fields: (t) => ({ nodeId: t.exposeID('nodeId', { description }) }),
})

/** The field that tells the name of a record. */
export const nodeIdField = (t: LooseObjectFields, typeName: string): unknown =>
  t.field({
    type: 'ID',
    description,
    extensions: {
      read: {
        needs: { columns: ['id', 'storeId'] },
        compute: ({ id, storeId }) => writeNodeId({ typeName, storeId: storeId as bigint, id: id as bigint }),
      } satisfies FieldRead,
    },
    resolve: planned,
  })
