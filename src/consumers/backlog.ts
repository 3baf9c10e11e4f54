/** The deliveries of a consumer that wait, and those that were given up, as SELECTs of a row each: metrics count them. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { ConsumerRows } from './consumer.ts'

export const waitingOf = ({ deliveries }: ConsumerRows): Prisma.Sql =>
  Prisma.sql`SELECT 1 FROM ${deliveries} WHERE state IN ('waiting', 'sending')`

export const givenUpOf = ({ deliveries }: ConsumerRows): Prisma.Sql =>
  Prisma.sql`SELECT 1 FROM ${deliveries} WHERE state = 'failed'`
