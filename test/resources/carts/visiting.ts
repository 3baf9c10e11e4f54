/** Writes of carts as the pages of a shop send them, over either surface. */
import { statusOf } from '../../../src/http/status.ts'
import type { ErrorCode } from '../../../src/values/errors.ts'
import { snakeCase } from '../../../src/values/text.ts'
import type { Store } from '../../support/store.ts'
import type { Surface } from '../../writes/ask.ts'

export type Visit = {
  status: number
  message: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  record: any
}

type Name = 'createCart' | 'updateCart' | 'checkoutCart'
export type Input = Record<string, unknown>
type Options = { isDryRun?: boolean; key?: string }

const cart = `cart {
  id customerId orderId completed addressId email shipTo { to company street city zipCode country } products { productInstanceId quantity } coupons { codeUsed } order { id }
  pricing { price { subTotal totalDiscount totalShipping totalTax total creditApplied charge } problem }
}`
const beside: Record<Name, string> = { createCart: 'token expiresAt', updateCart: '', checkoutCart: 'actionUrl' }

/** Sends a write with a token, or none. */
export function visit(
  shop: Store,
  surface: Surface,
  name: Name,
  input: Input,
  as: string,
  options: Options = {},
): Promise<Visit> {
  return surface === 'REST' ? overRest(shop, name, input, as, options) : overGraphql(shop, name, input, as, options)
}

const headersOf = (as: string, { key, isDryRun }: Options) => ({
  'Content-Type': 'application/json',
  ...(as && { Authorization: as }),
  ...(key && { 'Idempotency-Key': key }),
  ...(isDryRun && { 'X-Dry-Run': 'true' }),
})

async function overRest(shop: Store, name: Name, { id, ...body }: Input, as: string, options: Options): Promise<Visit> {
  const path = name === 'createCart' ? '' : `${id}/${name === 'checkoutCart' ? 'checkout/' : ''}`
  const method = name === 'createCart' ? 'POST' : 'PUT'
  const sent = { method, headers: headersOf(as, options), body: JSON.stringify(body) }
  const response = await shop.fetch(`/v1/store/api/carts/${path}`, sent)
  const answer = (await response.json()) as { errors?: string[] }
  const { status } = response
  return { status, message: answer.errors?.join(' '), record: status < 400 ? answer : undefined }
}

async function overGraphql(
  shop: Store,
  name: Name,
  given: Input,
  as: string,
  { isDryRun = false, ...options }: Options,
): Promise<Visit> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation($input: ${type}, $dryRun: Boolean!) {
    ${name}(input: $input, dryRun: $dryRun) { ${cart} ${beside[name]} userErrors { code message } }
  }`
  const body = JSON.stringify({ query, variables: { input: renamed(given, camelCase), dryRun: isDryRun } })
  const response = await shop.fetch('/graphql', { method: 'POST', headers: headersOf(as, options), body })
  const { data, errors = [] } = (await response.json()) as {
    data?: Record<string, { userErrors: { code: string; message: string }[]; cart: object }>
    errors?: { message: string; extensions: { code: string } }[]
  }
  const { userErrors = [], cart: shown, ...others } = data?.[name] ?? {}
  const [fault] = [...errors.map(({ message, extensions: { code } }) => ({ message, code })), ...userErrors]
  if (fault) return { status: statusOf[fault.code as ErrorCode], message: fault.message, record: undefined }
  return { status: name === 'createCart' ? 201 : 200, message: undefined, record: renamed({ ...shown, ...others }, snakeCase) }
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_found, letter: string) => letter.toUpperCase())

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (typeof value !== 'object' || value === null) return value
  const ids = /(^id|Id)$/
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      rename(key),
      ids.test(key) && typeof item === 'string' && rename === snakeCase ? Number(item) : renamed(item, rename),
    ]),
  )
}
