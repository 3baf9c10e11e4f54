/** A request for a page of the account: its shop, its browser, its words, and the customer who has signed in. */
import type { Context } from '../context.ts'
import type { Formats } from '../mails/formats.ts'
import type { Browser } from './browser.ts'
import type { Frame } from './page.ts'

export type PageVisit = {
  frame: Frame
  browser: Browser
  formats: Formats
  locale: string
  /** The fields of the query, and of the form that is sent. */
  query: URLSearchParams
  form: URLSearchParams
  /** The ids in the path. */
  ids: readonly string[]
  /** The context of what the server does for somebody who has not signed in, such as sending a link. */
  asServer(): Context
  /** Pays for a form of a stranger as for a guess. */
  payForGuess(): Promise<void>
  /** Waits so long that the answer tells nothing of what was found. */
  untilSilent(): Promise<void>
}

/** A visit of a customer who has signed in. */
export type CustomerVisit = PageVisit & { context: Context; customerId: bigint }

/** A field of a form as a person meant it: without blanks around it, and not longer than so many characters. */
export const fieldOf = (form: URLSearchParams, name: string, max = 300): string => (form.get(name) ?? '').trim().slice(0, max)
