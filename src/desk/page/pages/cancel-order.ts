/** How an order is cancelled, and what becomes of its subscriptions: the same for one order and for many. */
import type { FormValues } from '../parts/run-act.ts'

/** The fate of the subscriptions, in words; `usual` is what the API does without being told. */
const fates = {
  usual: 'Subscriptions that it began end now; those that it renewed or changed go on.',
  keep: 'Its subscriptions go on.',
  cancel: 'Its subscriptions end now.',
}

export const fateOf = (subscriptions = 'usual'): string => fates[subscriptions as keyof typeof fates]

export const subscriptionsField = {
  name: 'subscriptions',
  label: 'Its subscriptions',
  kind: 'choice' as const,
  options: [
    { value: 'usual', label: 'End if it began them, go on if it renewed them' },
    { value: 'keep', label: 'Go on' },
    { value: 'cancel', label: 'End now' },
  ],
}

export const cancelValues: FormValues = { refund: 'yes', restock: 'yes', subscriptions: 'usual' }

export const cancelInput = (id: string, { refund, restock, subscriptions, reason }: FormValues): Record<string, unknown> => ({
  id,
  refund: refund === 'yes',
  restock: restock === 'yes',
  ...(subscriptions !== 'usual' && { subscriptions }),
  ...(reason && { reason }),
})
