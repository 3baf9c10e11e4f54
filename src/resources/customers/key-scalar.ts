/** The scalar that names a customer. */
import { asJson, exactLiteral, refused, scalar } from '../../schema/scalars.ts'

/** Reads what names a customer: an identifier or an e-mail address. */
function parseCustomerKey(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^([1-9]\d{0,15}|[^\s@]+@[^\s@]+)$/.test(text) || text.length > 320) {
    throw refused("a customer's id or e-mail address", value)
  }
  return text
}

export const customerKey = {
  ...scalar("A customer's identifier or e-mail address.", (key: string) => key, parseCustomerKey, exactLiteral),
  ...asJson({ type: ['integer', 'string'] }),
}
