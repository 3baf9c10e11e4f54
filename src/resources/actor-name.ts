/** The name of the person of the staff who made a write, as the log and events show it: it goes where the person is redacted. */
import type { ObjectFields } from '../schema/builder.ts'
import { type FieldRead, planned } from '../schema/reads.ts'

const nameSql = (column: (name: string) => string): string =>
  `(SELECT nullif(staff.name, '') FROM staff WHERE staff.store_id = $1 AND staff.id =
    CASE WHEN ${column('actor')} LIKE 'staff %' THEN substr(${column('actor')}, 7)::bigint END)`

/** The field `actorName` of a record with the column `actor`. */
export const actorName = (t: ObjectFields) =>
  t.string({
    nullable: true,
    description: 'The name of the person of the staff who did it; null where a key, a customer or the store itself did.',
    extensions: {
      read: { inputs: { columns: [], computed: { name: nameSql } }, compute: ({ name }) => name } satisfies FieldRead,
    },
    resolve: planned,
  })
