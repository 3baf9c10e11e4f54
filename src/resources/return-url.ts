/** The addresses that customers come back to from a page of a payment gateway. Pure. */
import { badInput } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { isLongerThan } from '../values/text.ts'

const longestUrl = 2_000

/**
 * Refuses an address that is neither at the host of the store, its customers' page included, nor at one of its allowed origins.
 *
 * Accepted: `https://shop.example/thanks`. Refused: `https://elsewhere.example/`, `https://me@shop.example/`, `/thanks`, `javascript:alert(1)`.
 *
 * @throws Refusal BAD_INPUT.
 */
export function checkReturnUrl(
  url: string,
  {
    host,
    accountUrl,
    allowedOrigins,
  }: { host: string; accountUrl: string | null; allowedOrigins: readonly { origin: string }[] },
): void {
  const read = isLongerThan(url, longestUrl) ? null : URL.parse(url)
  const isOfAccount = accountUrl !== null && url.startsWith(`${accountUrl}/`)
  const isOwn = (read?.protocol === 'https:' && read.host === host) || isOfAccount
  if (read && !read.username && !read.password && (isOwn || allowedOrigins.some(({ origin }) => origin === read.origin))) return
  throw badInput(
    say`${field('returnUrl')} must be an address at https://${host} or at an allowed origin of the store, with at most ${longestUrl} characters.`,
  )
}
