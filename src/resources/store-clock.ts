/** The time of the store, for values computed from rows: the time of the request, unless the store has a test clock. */
import type { Shape } from '../db/shape.ts'
import { modelOf } from '../schema/model.ts'
import { models } from './data-model.ts'

/** As much of a store as says what time it is there. */
export type StoreClock = Pick<Shape<'Store'>, 'clockNow'>

/** Has it read of the store. */
export const clockColumns = { model: modelOf(models, 'Store'), columns: ['clockNow'] } as const

/** The time in a store, when it is `now` elsewhere. */
export const timeIn = ({ clockNow }: StoreClock, now: Date): Date => clockNow ?? now
