/**
 * Tells an answer again: the very same request with the same Idempotency-Key gets the first answer, word for word.
 *
 * The door already sees to it that nothing is done twice; this keeps what was said of it, whatever has changed since.
 */
import { createHash } from 'node:crypto'
import { actorOf } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { keptMilliseconds } from './idempotency.ts'

// Longer answers are not kept; a repeat is then answered from the record as it is now.
const maxKeptCharacters = 262_144

const replayedHeader = 'Idempotent-Replayed'

/** Answers a request, or tells its first answer again. */
export async function answerOnce(
  request: Request,
  context: Context,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { idempotency, db, viewer, now } = context
  if (!idempotency || request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
    return answer(request)
  const id = { credential: actorOf(viewer), key: idempotency.key }
  const requestHash = await hashOf(request.clone())
  const kept = await db.idempotencyKey.findUnique({ where: { credential_key: id } })
  const isFresh = kept && now.getTime() - kept.createdAt.getTime() <= keptMilliseconds
  if (isFresh && kept.requestHash === requestHash && kept.status !== null) return toldAgain(kept.status, kept.body ?? '')
  const response = await answer(request)
  if (idempotency.replayed) {
    response.headers.set(replayedHeader, 'true')
  } else if (idempotency.taken > 0 && response.status < 500) {
    const body = await response.clone().text()
    if (body.length <= maxKeptCharacters) {
      // Only the first answer is kept: the row of a refused repeat belongs to another request.
      const where = { ...id, requestHash: null, createdAt: now }
      await db.idempotencyKey.updateMany({ where, data: { requestHash, status: response.status, body } })
    }
  }
  return response
}

async function hashOf(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const hash = createHash('sha256').update(`${request.method} ${pathname.replace(/\/$/, '')}${search}\n`)
  for await (const chunk of request.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

function toldAgain(status: number, body: string): Response {
  return new Response(status === 204 ? null : body, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', [replayedHeader]: 'true' },
  })
}
