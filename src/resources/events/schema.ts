/** Events: what happened in a store, in the order of their numbers, for those who have to know. */
import { defaultFeedSize, maxFeedSize } from '../../read/plan/feed.ts'
import { type Column, columnOf, modelOf } from '../../schema/model.ts'
import { type FieldRead, planned, type RootRead } from '../../schema/reads.ts'
import { actorName } from '../actor-name.ts'
import { models } from '../data-model.ts'
import { builder, resource } from '../describe.ts'
import { eventTypeEnum } from '../event-type-enum.ts'
import { eventChanges } from '../masks.ts'

const model = modelOf(models, 'Event')

/** The column `sequence`, which every event has that is shown. */
const sequence: Column = {
  ...columnOf(model, 'sequence'),
  ...{
    source: 'sequence',
    audience: 'merchant',
    required: true,
    isClosed: false,
    isSummary: false,
    isEmail: false,
    matchedBy: undefined,
  },
}

const event = resource('Event', {
  scope: 'events',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    sequence: 'merchant',
    type: 'merchant',
    createdAt: 'merchant',
    actor: 'merchant',
    surface: 'merchant',
    operation: 'merchant',
    requestId: 'merchant',
    recordType: 'merchant',
    recordId: 'merchant',
    subscriptionId: 'merchant',
    orderId: 'merchant',
    customerId: 'merchant',
    changes: 'merchant',
  },
  enums: { type: eventTypeEnum },
  masked: { changes: eventChanges },
  fields: (t) => ({
    actorName: actorName(t),
    sequence: t.field({
      type: 'WholeNumber',
      description: sequence.description,
      extensions: { read: { column: sequence } satisfies FieldRead },
      resolve: planned,
    }),
  }),
  // One that has no number yet is still to come.
  access: { merchant: { rows: () => ({ sequence: { not: null } }) } },
})

const ofTypes = 'Which types are wanted; all unless given.'

const read = {
  feed: event,
  counter: modelOf(models, 'EventCounter'),
  only: ({ types }) => (types ? { type: { in: [...new Set(types as string[])] } } : {}),
} satisfies RootRead

const feed = builder.objectRef<object>('EventFeed').implement({
  description: 'Events behind a sequence, and how far it was looked for them.',
  fields: (t) => ({
    nodes: t.field({ type: [event.ref], description: 'The events, the oldest first.', resolve: planned }),
    lastSequence: t.field({
      type: 'WholeNumber',
      description:
        'The last sequence that was looked at, whether its event was wanted or not. Whoever asks for what comes `after` it next misses nothing.',
      resolve: planned,
    }),
    newestSequence: t.field({
      type: 'WholeNumber',
      description:
        'The sequence of the newest event, of whatever type. Whoever asks for what comes `after` it hears what is new alone; 0 where there is none.',
      resolve: planned,
    }),
    hasMore: t.boolean({ description: 'Whether there are events behind `lastSequence`.', resolve: planned }),
  }),
})

builder.queryField('events', (t) =>
  t.field({
    type: feed,
    nullable: true,
    description:
      'The events of the store behind a sequence, the oldest first, those of some types or all. For merchant keys with `read_events` alone.',
    args: {
      after: t.arg({
        type: 'WholeNumber',
        description:
          'The sequence behind which to begin, such as the `lastSequence` of the answer before; the oldest event that is kept comes first unless given. One that was cleaned away is refused, with the oldest that is kept.',
      }),
      types: t.arg({ type: ['EventType'], description: ofTypes }),
      first: t.arg({ type: 'Int', defaultValue: defaultFeedSize, description: `How many at most, from 1 to ${maxFeedSize}.` }),
    },
    extensions: { scopes: event.scopes, read },
    resolve: planned,
  }),
)

builder.subscriptionType({
  description:
    'The live operations: one field a subscription, over server-sent events (`Accept: text/event-stream`), at `/graphql` too.',
})

builder.subscriptionField('events', (t) =>
  t.field({
    type: feed,
    nullable: true,
    description:
      'The events of the store, as they happen. The first message comes at once and says where the stream begins; each further one has the events behind the one before. Whoever comes back with the `lastSequence` of the last message as `after` goes on without gap or repeat. For merchant keys with `read_events` alone.',
    args: {
      after: t.arg({
        type: 'WholeNumber',
        description:
          'The sequence behind which to begin, such as the `lastSequence` of the last message; what is still to come unless given. One that was cleaned away is refused, with the oldest that is kept.',
      }),
      types: t.arg({ type: ['EventType'], description: ofTypes }),
    },
    extensions: { scopes: event.scopes, read },
    subscribe: planned,
    resolve: planned,
  }),
)
