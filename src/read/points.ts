/** The points of the parts of an operation, and how they add up: as numbers as long as no argument says otherwise. */
import type { GivenArguments, Values } from './reading.ts'

/** What a request fills in: its variables, and the arguments that they make; and what it pays whatever comes of it, which grows as these are met. */
export type Request = { variables: Values; made: GivenArguments; fixed: number }

/** Points of a part of an operation: always the same ones, or what the arguments make of them; on a page of so many rows. */
export type Points = number | ((request: Request, pageSize: number) => number)

/** The points of a part for one request. */
export const pointsOf = (points: Points, request: Request, pageSize: number): number =>
  typeof points === 'number' ? points : points(request, pageSize)

/** The points of several parts together. */
export function sumOf(all: readonly Points[]): Points {
  const constant = all.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0)
  const others = all.filter((each) => typeof each !== 'number')
  if (others.length === 0) return constant
  return (request, pageSize) => others.reduce((sum, each) => sum + each(request, pageSize), constant)
}

/** The points of a part that is there so often, each time with some of its own. */
export const times = (factor: number, constant: number, points: Points): Points =>
  typeof points === 'number'
    ? factor * (constant + points)
    : (request, pageSize) => factor * (constant + points(request, pageSize))
