/** The enum of the types of events, made from their table. */
import type { Enum } from '../schema/model.ts'
import { type EventType, eventTypes, scopesOfType } from '../writes/event-types.ts'

const meaningOf = (type: EventType): string =>
  `${eventTypes[type].cause} Its changes take ${scopesOfType(type)
    .map((scope) => `\`${scope}\``)
    .join(', ')} to read.`

const types = Object.keys(eventTypes) as EventType[]

export const eventTypeEnum: Enum = {
  name: 'EventType',
  description: 'A type of event. Later versions may add others.',
  values: types,
  meanings: types.map(meaningOf),
  isDotted: true,
}
