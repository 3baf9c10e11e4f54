/** Requests a link that signs a customer in to the customer's page, which is then mailed. */
import type { Context } from '../../context.ts'
import type { Written } from '../../writes/result.ts'
import { operation } from '../describe.ts'
import { customerOf, insertLink } from '../link-of-customer.ts'

/**
 * Makes a link for the customer of an address; for an address that is no customer's, or has had the most links of the hour, nothing is made.
 * The answer does not tell which.
 */
export const requestSignIn: (context: Context, asked: { email: string; locale: string }) => Promise<unknown> = operation(
  'requestSignIn',
  {
    emits: ['customer.sign_in_requested'],
    shows: { resource: 'Customer' },
    async write(write, { email, locale }: { email: string; locale: string }): Promise<Written> {
      const customer = await customerOf(write, email)
      const link = customer && (await insertLink(write, customer, { purpose: 'sign_in' }))
      if (!customer || link === undefined) return { isNothing: true }
      const event = { type: 'customer.sign_in_requested', content: { link, locale } } as const
      return { id: customer.id, customerId: customer.id, changes: {}, emits: [event] }
    },
  },
)
