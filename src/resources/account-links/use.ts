/** Begins a session of the customer's page by a mailed link. */
import { newToken, tokenHash } from '../../auth/account-link.ts'
import type { Context } from '../../context.ts'
import type { FirstOutcome } from '../../schema/outcome.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { operation } from '../describe.ts'
import { useLink } from '../link-of-customer.ts'

/** How long a browser stays signed in, in days. */
export const sessionDays = 30

/** The most browsers that a customer is signed in with; another signs the oldest out. */
const maxSessions = 10

const day = 86_400_000

/** Signs in with a link. The token of the session is `shownOnce.session`. @throws Refusal in the outcome for a link that does not work. */
export const useSignInLink: (context: Context, used: { token: string }) => Promise<FirstOutcome> = operation('useSignInLink', {
  emits: ['customer.session_started'],
  shows: { resource: 'Customer' },
  async write(write, { token }: { token: string }): Promise<Written> {
    const { customerId } = await useLink(write, token, 'sign_in')
    const session = newToken()
    await insertSession(write, customerId, session)
    return { id: customerId, customerId, changes: {}, emits: [{ type: 'customer.session_started' }], shownOnce: { session } }
  },
})

/** Inserts a session of a customer, who is locked, and deletes those beyond the most that one may have. */
async function insertSession(write: Write, customerId: bigint, session: string): Promise<void> {
  const { tx, viewer, context } = write
  const { storeId } = viewer
  const createdAt = context.clock.now()
  const others = await tx.accountSession.findMany({
    ...{ where: { storeId, customerId }, orderBy: { id: 'desc' }, skip: maxSessions - 1, select: { id: true } },
  })
  if (others.length > 0) await tx.accountSession.deleteMany({ where: { storeId, id: { in: others.map(({ id }) => id) } } })
  const expiresAt = new Date(createdAt.getTime() + sessionDays * day)
  await tx.accountSession.create({ data: { storeId, customerId, tokenHash: tokenHash(session), createdAt, expiresAt } })
}
