/** Answers the webhooks of payment gateways, whose only credential is their signature: `POST /v1/gateways/stripe/{store_id}/`. */
import { visitorAccount } from '../auth/admission.ts'
import { type Budget, guessPoints, openAccount } from '../budget/account.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { Gateways } from '../payments/gateways.ts'
import { takeNotice } from '../purchases/payment/notices.ts'
import { refusalReply } from '../rest/reply.ts'

const path = /^\/v1\/gateways\/(\w{1,50})\/([1-9]\d{0,15})\/?$/

type WebhookOptions = {
  db: Db
  clock: Clock
  gateways: Gateways
  budget: Budget | undefined
  /** Called when a notice was stored whose subject is to be looked at. */
  gatewayTold: () => void
}

/** Creates the function that answers them; a webhook with a right signature is paid for by its store. */
export function gatewayWebhooks({ db, clock, gateways, budget, gatewayTold }: WebhookOptions) {
  const notices = gateways.notices ?? {}

  return async (request: HttpRequest, address: string): Promise<HttpAnswer> => {
    const visitor = visitorAccount(budget, address)
    await visitor.pay(1)
    if (request.method !== 'POST') return refusalReply('METHOD_NOT_ALLOWED', ['A webhook is sent by POST.'])
    const [, gateway = '', id = ''] = path.exec(request.path) ?? []
    const storeId = BigInt(id)
    const read = Object.hasOwn(notices, gateway) ? notices[gateway] : undefined
    if (!read) return refusalReply('NOT_FOUND', ['No payment gateway of this name sends webhooks here.'])
    const body = await request.body.bytes()
    const now = clock.now()
    const account = await gateways.accounts?.find(storeId, gateway)
    // A store that is not there has no secrets, and is refused alike.
    const answered = read((name) => request.header(name), body, account, now)
    if ('fault' in answered) {
      if (answered.code === 'UNAUTHENTICATED') await visitor.pay(1 + guessPoints(budget?.rate.burst ?? 0))
      return refusalReply(answered.code, [answered.fault])
    }
    await openAccount(budget, `gateway ${gateway} of store ${storeId}`).pay(1)
    const { notice } = answered
    const isNew = notice ? await takeNotice(db, clock, { storeId, gateway, ...notice }) : false
    if (isNew) gatewayTold()
    const told = { received: true, handled: notice !== undefined, repeated: notice !== undefined && !isNew }
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(told) }
  }
}
