/**
 * Tells an answer again: the very same request with the same Idempotency-Key gets the first answer, word for word.
 *
 * The door already sees to it that nothing is done twice; this keeps what was said of it, whatever has changed since.
 */
import { createHash } from 'node:crypto'
import type { Account } from '../budget/account.ts'
import type { Context, Idempotency } from '../context.ts'
import { readBytes } from '../http/body.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { graphqlContentType } from '../http/preference.ts'
import { badInput } from '../values/errors.ts'
import { claimOf, findAnswer, type KeptAnswer, keepAnswer } from './idempotency.ts'
import type { KeyClaim } from './write.ts'

// Of a longer answer most is what the client itself just wrote, and whoever may write could fill the database with what is kept
// of it. It is not kept; a repeat is then answered from the record as it is now.
const maxKeptCharacters = 4_096
// As much as is paid for what a write keeps (`read/cost.ts`).
const charactersOfPoint = 256
// Of a write that was refused an answer says little else, such as the names a client gives to fields.
const maxRefusedCharacters = 2_000

const replayedHeader = 'Idempotent-Replayed'

type AnswerRequest = (request: HttpRequest, context: Context) => Promise<HttpAnswer>

/** Answers a request, or tells its first answer again. */
export function answerOnce(request: HttpRequest, context: Context, answer: AnswerRequest): Promise<HttpAnswer> {
  const claim = claimOf(context.viewer, context.idempotency)
  const isKept = claim && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isKept ? answerUnder(claim, request, context, answer) : answer(request, context)
}

async function answerUnder(id: KeyClaim, request: HttpRequest, context: Context, answer: AnswerRequest): Promise<HttpAnswer> {
  const { db, clock, limits, account, report, hasFailed } = context
  const requestHash = await hashOf(request, limits.bodyBytes, account)
  const kept = await findAnswer(db, id, clock, limits.keyHours)
  if (kept?.requestHash === requestHash)
    return toldAgain(kept, context.surface === 'graphql' ? graphqlContentType(request) : json)
  const answered = await answer(request, context)
  const { status, headers, body = '', effects } = answered
  if (effects?.key === 'replayed') {
    headers[replayedHeader] = 'true'
  } else if (effects?.key === 'first' && !effects.hasSecret && status < 500 && !hasFailed() && typeof body === 'string') {
    const most = effects.isRefused ? maxRefusedCharacters : maxKeptCharacters
    // The write is done: should this fail, a repeat is answered from the record.
    // Of the headers nothing is kept.
    if (body.length > most || headers.Link !== undefined) return answered
    account.charge(Math.floor(body.length / charactersOfPoint))
    await keepAnswer(db, id, { requestHash, status, body }).catch(report)
  }
  return answered
}

/** The hash of a whole request. */
async function hashOf(request: HttpRequest, maxBytes: number, account: Account): Promise<string> {
  const bytes = await readBytes(request, maxBytes, account)
  const { method, path, search } = request
  const dryRun = request.header('x-dry-run')
  const override = request.header('x-http-method-override') ?? ''
  return (
    createHash('sha256')
      .update(`${override}${method} ${path.replace(/\/$/, '')}${search}\n`)
      // To try a write is another request than to do it.
      .update(dryRun === undefined ? '' : `dry run ${dryRun}\n`)
      .update(bytes)
      .digest('hex')
  )
}

const json = 'application/json; charset=utf-8'

function toldAgain({ status, body }: KeptAnswer, type: string): HttpAnswer {
  return { status, headers: { 'Content-Type': type, [replayedHeader]: 'true' }, body }
}

/** The client's Idempotency-Key; a read needs none and may carry one. */
export function readIdempotencyKey(request: HttpRequest): Idempotency | undefined {
  const key = request.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badInput('Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return { key }
}
