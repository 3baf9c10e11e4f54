/** Keeps requests apart in Prisma's batches, so that a request that is cancelled takes no other one's statement with it. */
import { currentWork, type Work, within } from './cancel.ts'
import type { Db } from './connect.ts'

type Request = object

/** The part of Prisma's loader that is used here; it is not public, and pinned by test/db/cancel.test.ts. */
type Loader = {
  options: {
    batchBy(request: Request): string | undefined
    singleLoader(request: Request): Promise<unknown>
    batchLoader(requests: Request[]): Promise<unknown>
  }
}

/**
 * Prisma joins the `findUnique` calls of one tick into one statement, whoever makes them, and sends the statements of the tick
 * in the context of whoever came first. This joins only calls of the same work, and sends each in its own.
 */
export function keepBatchesApart(db: Db): void {
  const { options } = (db as unknown as { _requestHandler: { dataloader: Loader } })._requestHandler.dataloader
  const { batchBy, singleLoader, batchLoader } = options
  const owners = new WeakMap<Request, Work | undefined>()
  const names = new WeakMap<Work, number>()
  let lastName = 0
  options.batchBy = (request) => {
    const batch = batchBy(request)
    if (batch === undefined) return undefined
    const owner = currentWork()
    owners.set(request, owner)
    if (!owner) return batch
    const name = names.get(owner) ?? ++lastName
    names.set(owner, name)
    return `${name} ${batch}`
  }
  // What is in no batch is sent where it was asked for, and is already in the right context.
  options.singleLoader = (request) =>
    owners.has(request) ? within(owners.get(request), () => singleLoader(request)) : singleLoader(request)
  options.batchLoader = (requests) => within(owners.get(requests[0] as Request), () => batchLoader(requests))
}
