/** `/mailbox`: the mails of the demo and of stores with a test clock; open to this machine alone, else to a merchant's key. */
import { createHash } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { admission } from '../auth/admission.ts'
import { requireScopes } from '../auth/scopes.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Pay } from '../budget/sending.ts'
import { isLoopback, isOwnMachine } from '../config/loopback.ts'
import type { Db } from '../db/connect.ts'
import { pageHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { StoredFacts } from '../mails/facts.ts'
import type { MailKind } from '../mails/kinds.ts'
import { linkOfMail } from '../mails/link.ts'
import { type KeptMail, mailboxPage, mailboxStyle } from '../mails/mailbox.ts'
import { rendered } from '../mails/render.ts'
import { refusalReply } from '../rest/reply.ts'
import { notFound, unauthenticated } from '../values/errors.ts'
import type { Visit } from './visit.ts'

type Admit = ReturnType<typeof admission>

/** As many mails are listed, the newest first. */
const most = 100

const mailboxPoints = 5

const hops = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

/** Whether a request comes from this machine itself, and not through a proxy on it. */
const isFromHere = (request: HttpRequest): boolean =>
  isLoopback(request.address.replace(/^::ffff:/, '')) &&
  isOwnMachine(request.hostname) &&
  !hops.some((name) => request.header(name) !== undefined)

/** The store whose mailbox a credential opens. @throws Refusal UNAUTHENTICATED without a key, FORBIDDEN for one without `read_mails`. */
function storeOfMailbox(viewer: Viewer): bigint {
  if (viewer.role !== 'merchant') throw unauthenticated()
  requireScopes(viewer, 'read', ['mails'])
  return viewer.storeId
}

type Mailbox = {
  db: Db
  admit: Admit
  refuse: (request: HttpRequest, visit: Visit, error: unknown) => HttpAnswer
  answerPublicly: (request: HttpRequest, visit: Visit, answer: (pay: Pay) => Promise<HttpAnswer>) => Promise<HttpAnswer>
}

/** Makes the function that answers the mailbox. */
export const mailbox =
  ({ db, admit, refuse, answerPublicly }: Mailbox) =>
  async (request: HttpRequest, visit: Visit): Promise<HttpAnswer> => {
    if (isFromHere(request) && request.header('authorization') === undefined)
      return answerPublicly(request, visit, async (pay) => {
        await pay(mailboxPoints)
        return answerMailbox(db, request)
      })
    const admitted = await admit(request, visit)
    if ('refusal' in admitted) return refuse(request, visit, admitted.refusal)
    const { account, viewer } = admitted
    await account.pay(mailboxPoints)
    const answered = await answerMailbox(db, request, storeOfMailbox(viewer))
    await account.settle()
    Object.assign(answered.headers, account.headers())
    return answered
  }

/** @param storeId the one store; all, unless given. */
async function answerMailbox(db: Db, { path }: HttpRequest, storeId?: bigint): Promise<HttpAnswer> {
  const [, store, id] = /^\/mailbox\/(\d{1,15})\/(\d{1,15})\/?$/.exec(path) ?? []
  if (store !== undefined && id !== undefined) {
    const key = { storeId: BigInt(store), id: BigInt(id) }
    const isOpen = storeId === undefined || storeId === key.storeId
    const [mail] = isOpen
      ? await db.$queryRaw<{ kind: MailKind; facts: StoredFacts }[]>`SELECT kind, facts FROM mail
          WHERE store_id = ${key.storeId}::bigint AND id = ${key.id}::bigint AND kept IN ('test_clock', 'demo')`
      : []
    if (!mail) return refusalReply('NOT_FOUND', [notFound().message])
    const link = await linkOfMail(db, key.storeId, mail.facts)
    return page(rendered(mail.kind, mail.facts, link).html, "'unsafe-inline'", ['sandbox allow-popups'])
  }
  if (!/^\/mailbox\/?$/.test(path)) return refusalReply('NOT_FOUND', [notFound().message])
  const mails = await db.$queryRaw<KeptMail[]>`
    SELECT mail.store_id AS "storeId", mail.id, store.name AS shop, mail.kind, mail.recipient, mail.subject, mail.created_at AS "createdAt"
    FROM mail JOIN store ON store.id = mail.store_id
    WHERE mail.kept IN ('test_clock', 'demo') ${storeId === undefined ? Prisma.empty : Prisma.sql`AND mail.store_id = ${storeId}::bigint`}
    ORDER BY mail.created_at DESC, mail.id DESC LIMIT ${most}`
  const hash = createHash('sha256').update(mailboxStyle).digest('base64')
  return page(mailboxPage(mails, most), `'sha256-${hash}'`)
}

/** A page that runs nothing and loads nothing. */
function page(body: string, style: string, more: readonly string[] = []): HttpAnswer {
  const policy = [
    "default-src 'none'",
    `style-src ${style}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ]
  const headers = { ...pageHeaders(), 'Content-Security-Policy': policy.join('; '), 'Content-Type': 'text/html; charset=utf-8' }
  return { status: 200, headers, body }
}
