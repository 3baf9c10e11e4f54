/** Searches the whole store: what people type into one box. */
import { hasScopes, type ScopedResource } from '../../auth/scopes.ts'
import type { Merchant } from '../../auth/viewer.ts'
import { checkSearch } from '../../read/filter/search.ts'
import { modelOf } from '../../schema/model.ts'
import { planned, type RootRead } from '../../schema/reads.ts'
import { badInput, forbidden } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { models } from '../data-model.ts'
import { builder } from '../describe.ts'
import { searchStatement } from './found.ts'
import { type SearchedKind, shownKinds } from './kinds.ts'

type Hit = { kind: SearchedKind; id: string; title: string; detail: string }

const kinds = Object.keys(shownKinds) as SearchedKind[]
const most = 20
const usual = 5

const kindEnum = builder.enumType('SearchedKind', {
  description: 'A kind of records that a search finds.',
  values: {
    order: { description: 'Orders.' },
    subscription: { description: 'Subscriptions.' },
    customer: { description: 'Customers.' },
    shipment: { description: 'Shipments.' },
    product: { description: 'Products.' },
    coupon: { description: 'Coupons.' },
  } satisfies Record<SearchedKind, object>,
})

const hit = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A record that a search found.',
  fields: (t) => ({
    kind: t.expose('kind', { type: kindEnum, description: 'Its kind.' }),
    id: t.exposeID('id', { description: 'Its `id`.' }),
    title: t.exposeString('title', { description: 'Its name, code, tracking number, external id or number.' }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'More to tell it apart: an e-mail address, an SKU, the name of its customer or of the coupon.',
    }),
    url: t.string({ description: 'Its path on REST.', resolve: ({ kind, id }) => `/v1/${kind}s/${id}/` }),
  }),
})

const found = builder.objectRef<{ text: string; results: Hit[] }>('SearchResult').implement({
  description: 'The records of a store that a text finds.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text that was looked for.' }),
    results: t.expose('results', {
      type: [hit],
      description:
        'First those whose number the text is, then those whose own texts have it, then those of customers and parcels that do; each by kind, the newest first.',
    }),
  }),
})

/** The points of its deposit: it looks at a few thousand entries of each kind. */
const points = 200

builder.queryField('search', (t) =>
  t.field({
    type: found,
    nullable: true,
    description:
      'The records that a text finds, of each kind that the key may read: by number, external id, name, e-mail address, SKU, code and tracking number, in any case and without regard to accents. ' +
      'Words of one or two characters are found at the beginning of a word, longer ones anywhere. `search` of a list finds all of one kind. For merchants alone.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'The text, at most 100 characters; all its words must be found.',
      }),
      first: t.arg.int({ required: true, defaultValue: usual, description: `How many of each kind, 1 to ${most}.` }),
    },
    extensions: {
      // Each kind takes its own.
      scopes: () => 'of each kind',
      rows: () => points,
      read: {
        store: { model: modelOf(models, 'Store'), columns: ['id'] },
        async report(args, { viewer, query }) {
          const { text, first } = args as { text: string; first: number }
          checkSearch(text, 'text')
          if (first < 1 || first > most) throw badInput(say`${field('first')} must be from 1 to ${most}, not ${first}.`)
          const isOpen = (scope: ScopedResource) => hasScopes(viewer as Merchant, 'read', [scope])
          const open = kinds.filter((kind) => isOpen(shownKinds[kind].scope))
          if (open.length === 0) throw forbidden('The key may read none of the kinds of records that are searched.')
          const rows = await query(searchStatement(open, isOpen), [text, String(first)])
          return { text, results: rows.map(([kind, id, title, detail]) => ({ kind, id, title: title ?? '', detail }) as Hit) }
        },
      } satisfies RootRead,
    },
    resolve: planned,
  }),
)
