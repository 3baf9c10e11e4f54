/** The consumers of events: these are kept for them, and handed over before a new epoch. */
import type { ConsumerRows } from '../consumers/consumer.ts'
import { mailRows } from '../mails/rows.ts'
import { webhookRows } from '../webhooks/rows.ts'

export const consumersOfEvents: readonly ConsumerRows[] = [webhookRows, mailRows(false)]
