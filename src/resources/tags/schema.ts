/** The tags that the records of a kind have, and how many have each. */
import { merchantOnly } from '../audience.ts'
import { computedList } from '../describe.ts'
import { kinds, type TaggedKind } from './kinds.ts'

for (const [kind, { model, scope }] of Object.entries(kinds) as [TaggedKind, (typeof kinds)[TaggedKind]][])
  computedList(`${model}Tag`, {
    description: `A tag of ${kind}s of the store.`,
    scope,
    access: merchantOnly,
    list: `${kind}Tags`,
    columns: {
      name: { kind: 'text', description: 'The tag, in one of its spellings.' },
      key: { kind: 'text', description: 'The tag as it is compared: without accents, in lower case.' },
      records: { kind: 'integer', description: `How many ${kind}s have it.` },
    },
    // An index has the records with tags alone.
    sql: () => `
        SELECT $1::bigint AS store_id, row_number() OVER (ORDER BY tag.key) AS id, min(tag.name) AS name, tag.key, count(*)::int AS records
        FROM "${kind}" AS tagged CROSS JOIN LATERAL unnest(tags, tag_keys) AS tag(name, key)
        WHERE tagged.store_id = $1 AND tag_keys <> '{}' GROUP BY tag.key`,
    orderBy: [{ name: 'asc' }],
    points: 100,
  })
