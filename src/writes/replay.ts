/**
 * Replays answers: the very same request with the same Idempotency-Key gets the first answer, byte for byte.
 *
 * The door already prevents a second execution; this stores the answer as it was.
 */

import { createHash } from 'node:crypto'
import type { Account } from '../budget/account.ts'
import type { Context, Idempotency } from '../context.ts'
import { readBytes } from '../http/body.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { graphqlContentType } from '../http/preference.ts'
import { badInput } from '../values/errors.ts'
import { claimOf, findAnswer, type KeptAnswer, keepAnswer } from './idempotency.ts'
import type { KeyClaim } from './result.ts'

// A longer answer mostly repeats the client's own input, and a client with write access could fill the database with stored answers. It is
// not stored; a replay is then answered from the current record.
const maxKeptCharacters = 4_096
// Equal to the characters of a write's input for one point (`read/cost/cost.ts`).
const charactersOfPoint = 256
// The answer to a refused write repeats little input, such as the client's aliases of fields.
const maxRefusedCharacters = 2_000

const replayedHeader = 'Idempotent-Replayed'

type AnswerRequest = (request: HttpRequest, context: Context) => Promise<HttpAnswer>

/** Answers a request, or replays its first answer. */
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
    return replayedAnswer(kept, context.surface === 'graphql' ? graphqlContentType(request) : json)
  const answered = await answer(request, context)
  const { status, headers, body = '', effects } = answered
  if (effects?.key === 'replayed') {
    headers[replayedHeader] = 'true'
  } else if (effects?.key === 'first' && !effects.hasSecret && status < 500 && !hasFailed() && typeof body === 'string') {
    const most = effects.isRefused ? maxRefusedCharacters : maxKeptCharacters
    // The write has committed: if this fails, a replay is answered from the record.
    // Headers are not stored.
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
  const override = request.header('x-http-method-override')
  return (
    createHash('sha256')
      .update(`${method} ${path.replace(/\/$/, '')}${search}\n`)
      .update(override === undefined ? '' : `override ${override.toUpperCase()}\n`)
      // A dry run and the real write are different requests.
      .update(dryRun === undefined ? '' : `dry run ${dryRun}\n`)
      .update(bytes)
      .digest('hex')
  )
}

const json = 'application/json; charset=utf-8'

function replayedAnswer({ status, body }: KeptAnswer, type: string): HttpAnswer {
  return { status, headers: { 'Content-Type': type, [replayedHeader]: 'true' }, body }
}

/** The client's Idempotency-Key; a read does not need one and may carry one. */
export function readIdempotencyKey(request: HttpRequest): Idempotency | undefined {
  const key = request.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badInput('Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return { key }
}
