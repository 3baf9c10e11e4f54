/** Subscriptions that are paused, for a time or until they are resumed, and resumed; some are cancelled meanwhile. */
import { plusDays, written } from '../dates.ts'
import type { Life } from '../life.ts'
import { type Kind, kindOn } from './kind.ts'
import { cancel, type SubscriptionAct } from './subscription.ts'

const pause = (until: number | null | undefined): SubscriptionAct => ({
  name: 'pauseSubscription',
  given: until === undefined ? {} : { pausedUntil: until === null ? null : written(until) },
  happen(life, at) {
    if (life.status === 'suspended' && (until === undefined || until === life.pausedUntil)) return undefined
    if (until && until <= at) return 'BAD_INPUT'
    if (life.status === 'suspended') life.pausedUntil = until ?? null
    else if (life.status !== 'active' || life.end <= at) return 'WRONG_STATUS'
    else life.pause(at, until ?? null)
    return undefined
  },
})

const resume: SubscriptionAct = {
  name: 'resumeSubscription',
  given: {},
  happen(life, at) {
    if (life.status === 'active') return undefined
    if (life.status !== 'suspended') return 'WRONG_STATUS'
    life.resume(at)
    return undefined
  },
}

const isPaused = ({ status, pausedAt }: Life): boolean => status === 'suspended' && pausedAt !== null

/** Not always whole days. */
const hours = [0, 0, 5]

export const pauses: Kind[] = [
  kindOn(
    'paused',
    ({ status }) => status === 'active',
    () => pause(undefined),
  ),
  kindOn(
    'paused for a time',
    ({ status }) => status === 'active',
    ({ chance }, _life, at) => pause(plusDays(at, chance.whole(chance.is(0.05) ? -5 : 1, 70)) + chance.one(hours) * 3_600_000),
  ),
  ...[
    kindOn('paused again', isPaused, ({ chance }, _life, at) => pause(chance.is(0.3) ? null : plusDays(at, chance.whole(1, 40)))),
    kindOn('resumed', isPaused, () => resume),
    kindOn('cancelled while paused', isPaused, () => cancel),
  ].map((kind) => ({ ...kind, needs: 'paused' })),
]
