/** The scalar of the types of events, whose description is their table. */
import { GraphQLError } from 'graphql'
import { asJson, scalar } from '../../schema/scalars.ts'
import { nearestName } from '../../values/nearest.ts'
import { shown } from '../../values/text.ts'
import { eventTypes } from '../../writes/event-types.ts'

const known = Object.keys(eventTypes)

function parseEventType(value: unknown): string {
  if (typeof value === 'string' && Object.hasOwn(eventTypes, value)) return value
  const nearest = typeof value === 'string' ? nearestName(value, known) : undefined
  const advice = nearest ? `did you mean ${nearest}?` : `such as ${known[0]}`
  throw new GraphQLError(`must be a type of event (${advice}), not ${shown(value)}`)
}

const table = Object.entries(eventTypes).map(
  ([type, { cause, scope }]) => `| \`${type}\` | ${cause} | ${[scope].flat().join(', ')} |`,
)

export const eventType = {
  ...scalar(
    `A type of event.\n\n| type | emitted when | its changes take the scope to read |\n|---|---|---|\n${table.join('\n')}\n\nLater versions may add others.`,
    (type: string) => type,
    parseEventType,
  ),
  ...asJson({ type: 'string' }),
}
