/** Opens a page of the payment gateway on which a customer enters a card. */
import { inTransaction } from '../../db/transaction.ts'
import { gatewayCustomerOf, rememberCustomer } from '../../payments/customers.ts'
import { type GatewaySetups, inTime, type SetupRequest } from '../../payments/gateway.ts'
import { mostSetups, recordSetup, storeSetup } from '../../payments/setups.ts'
import { badInput, notFound, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { settleKey } from '../../writes/idempotency.ts'
import { type Commit, outcomeOf, type PendingCharge, type Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { checkReturnUrl } from '../return-url.ts'
import { gatewayOfStore } from './gateway.ts'
import { otherCustomers } from './rules.ts'
import { checkHasPage, tooManySetups } from './setup-rules.ts'
import { permission } from './writes.ts'

mutation('createPaymentMethodSetup', {
  permission,
  by: ['merchant', 'customer'],
  emits: ['payment_method.created'],
  description:
    'Opens a page of the payment gateway on which a customer enters a card, which becomes a payment method when the page is finished. For customers where the store lets them change payment methods.',
  input: (t) => ({
    customerId: t.id({ description: 'The customer whose card it is; the customer who asks unless given.' }),
    returnUrl: t.string({
      required: true,
      description: "Where the customer comes back to: at the store's host, or at an allowed origin.",
    }),
  }),
  shows: { field: 'customer', resource: 'Customer' },
  showsOnce: {
    actionUrl: 'The address of the page; null when the request is repeated.',
    clientSecret:
      'The secret with which a page of the shop embeds it, where the gateway has one; null when the request is repeated.',
    publishableKey: "The gateway's key for pages of the shop; null when the request is repeated.",
  },
  async write(write, { customerId, returnUrl }) {
    const { tx, viewer, context, claim, isDryRun } = write
    const id = idOf(write, customerId)
    const customer = await write.lock('Customer', { id })
    if (customer.archivedAt) throw notFound()
    const gateway = await gatewayOfStore(write)
    const { setups } = context.gateways.of(gateway)
    checkHasPage(setups !== undefined)
    const { currency, ...places } = await tx.store.findUniqueOrThrow({
      where: { id: viewer.storeId },
      select: { host: true, accountUrl: true, currency: true, allowedOrigins: { select: { origin: true } } },
    })
    checkReturnUrl(returnUrl, places)
    const key = { storeId: viewer.storeId, customerId: id, gateway }
    const reference = await recordSetup(tx, context.clock, key)
    if (!reference) throw tooManySetups(mostSetups)
    if (isDryRun || !setups) return { id, isNothing: true }
    if (claim) await settleKey(tx, claim, outcomeOf({ id }))
    const request = { ...key, reference, email: customer.email, currency, returnUrl }
    return { resume: (commit) => openPage(write, setups, request, commit) }
  },
})

/** The customer who is named, or who asks. */
function idOf({ viewer }: Write, customerId: string | null | undefined): bigint {
  if (viewer.role === 'customer' && customerId == null) return viewer.customerId
  if (customerId == null) throw badInput(say`${field('customerId')} is required.`)
  return readId(field('customerId'), customerId)
}

type OpenedSetup = SetupRequest & { gateway: string }

/** Asks the gateway for the page, outside of any transaction, and stores its id. */
async function openPage(
  { context: { db, report, gateways } }: Write,
  setups: GatewaySetups,
  request: OpenedSetup,
  commit: Commit,
): ReturnType<PendingCharge['resume']> {
  const { storeId, customerId, gateway, reference } = request
  const page = await inTime(async () => {
    const known = (await gatewayCustomerOf(db, { storeId, customerId, gateway })) ?? (await setups.createCustomer(request))
    const stored = await inTransaction(db, (tx) => rememberCustomer(tx, { storeId, customerId, gateway }, known))
    if (!stored) throw otherCustomers()
    return setups.create(request, stored)
  }).catch((error: unknown) => {
    report(error)
    throw new Refusal('UNAVAILABLE', 'The payment gateway did not answer. No page was opened; send the request again.')
  })
  const account = await gateways.accounts?.find(storeId, gateway)
  return inTransaction(db, async (tx) => {
    await storeSetup(tx, storeId, reference, page.id)
    const shownOnce = {
      ...(page.actionUrl !== null && { actionUrl: page.actionUrl }),
      ...(page.clientSecret !== null && { clientSecret: page.clientSecret }),
      ...(account && { publishableKey: account.publishableKey }),
    }
    const written: Written = { id: customerId, customerId, shownOnce, emits: [], changes: { setup: { from: null, to: gateway } } }
    return commit(tx, written)
  })
}
