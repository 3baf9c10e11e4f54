/** The content of a mail that no event has caused. */
import { madeUp } from '../../src/mails/made-up.ts'

const shop = { name: 'Own', currency: 'EUR', timeZone: 'UTC', legalName: null, address: null }

export const madeUpFacts = madeUp(shop, 'en', new Date('2026-01-01T00:00:00Z')) as object
