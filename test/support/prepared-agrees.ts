/**
 * Compares each prepared part of a query, while the tests of a file run, with the part as it is made for the request's own values: they
 * must have the same statements, with the same values, and the same cost. A plan is prepared from its first run on.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import type { Context } from '../../src/context.ts'
import { fixedPoints } from '../../src/graphql/price.ts'
import type { Cost } from '../../src/read/cost/cost.ts'
import { BoundParameter } from '../../src/read/filter/placeholder.ts'
import type { StatementInput, Values } from '../../src/read/request.ts'
import { ShapedRequest } from '../../src/read/run/prepared.ts'

type Request = Pick<ShapedRequest, 'textAt'> & { values: readonly unknown[]; variables: Values; context: Context }

/** Data with its parameters filled in. */
function filled(data: unknown, values: readonly unknown[]): unknown {
  if (data instanceof BoundParameter) return data.textFrom(values)
  if (Array.isArray(data)) return data.map((each) => filled(each, values))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, filled(each, values)]))
}

/** Compares for the rest of the file. @returns the number of parts compared so far, and those that could not be prepared. */
export function comparePrepared(): { compared: number; unprepared: unknown[] } {
  const found = { compared: 0, unprepared: [] as unknown[] }
  const { of } = ShapedRequest
  const { part } = ShapedRequest.prototype
  beforeAll(() => {
    ShapedRequest.of = (plan, ...given) => {
      if (plan.preparedNumber === undefined) of.call(ShapedRequest, plan, ...given)
      return of.call(ShapedRequest, plan, ...given)
    }
    ShapedRequest.prototype.part = function <Made extends object>(
      this: Request,
      name: string | number,
      make: (request: StatementInput) => Made,
    ) {
      const { variables, context, values } = this
      const prepared = part.call(this, name, make) as Made | undefined
      const own = { viewer: context.viewer, variables, made: new Map(), lists: [], context } as unknown as StatementInput
      if (!prepared) {
        // Refused parts are never prepared.
        try {
          found.unprepared.push({ name, variables, own: make(own) })
        } catch {}
        return undefined
      }
      const [kept, fresh] = [filled(prepared, values), filled(make(own), values)]
      if (name === 'cost') {
        const costOf = (cost: unknown) => ({ fixed: fixedPoints(cost as Cost, (at) => this.textAt(at)), texts: [] })
        Object.assign(kept as object, costOf(prepared))
        Object.assign(fresh as object, costOf(fresh))
      }
      expect(kept).toEqual(fresh)
      found.compared += 1
      return prepared
    } as typeof part
  })
  afterAll(() => {
    ShapedRequest.of = of
    ShapedRequest.prototype.part = part
  })
  return found
}
