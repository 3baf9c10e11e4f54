/** The points of an operation's parts, and their sums: constants, unless an argument decides. */
import type { GivenArguments, Values } from '../request.ts'

/** The inputs of a cost: the variables, the arguments computed from them, and the fixed points, which accumulate. */
export type Request = {
  variables: Values
  made: GivenArguments
  fixed: number
  /** Arguments with texts that only a request has, which count as well. */
  texts: SizedTexts[]
  /** The points of filters: one variable may be the filter of many lists. */
  filters: Map<object, number>
  /** Whether arguments are refused, so that their field is not run. */
  isRefused: boolean
  /** How often the enclosing lists repeat the part. */
  repeated: number
  /** The list whose own rows and conditions cost most. */
  dearest: DearestList
}

/** A list of an operation by its path of response names, the rows that it may read, and its own points. */
export type DearestList = { path: string; rows: number; points: number }

/** The known characters of some arguments, and the places of texts among the values of a request. */
export type SizedTexts = { characters: number; at: readonly number[] }

/** The points of a part: a constant, or a function of the arguments and the enclosing page's size. */
export type Points = number | ((request: Request, pageSize: number) => number)

/** The points of a part that is repeated so many times, without the repetition. */
export function pointsOfRepeated(points: Points, request: Request, pageSize: number, count: number): number {
  if (typeof points === 'number') return points
  const { repeated } = request
  request.repeated = repeated * count
  const sum = points(request, pageSize)
  request.repeated = repeated
  return sum
}

/** The points of a part for one request. */
export const pointsOf = (points: Points, request: Request, pageSize: number): number =>
  typeof points === 'number' ? points : points(request, pageSize)

/** The sum of several parts. */
export function sumOf(all: readonly Points[]): Points {
  const constant = all.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0)
  const others = all.filter((each) => typeof each !== 'number')
  if (others.length === 0) return constant
  return (request, pageSize) => others.reduce((sum, each) => sum + each(request, pageSize), constant)
}

/** The points of a repeated part, with a constant for each repetition. */
export const times = (factor: number, constant: number, points: Points): Points =>
  typeof points === 'number'
    ? factor * (constant + points)
    : (request, pageSize) => factor * (constant + pointsOfRepeated(points, request, pageSize, factor))

/** An operation without lists. */
export const noList: DearestList = { path: '', rows: 0, points: 0 }

/** Records a list in the request if its own rows and conditions cost more than those of any before. */
export function noteList(request: Request, path: string, pageSize: number, filter: number): void {
  const points = request.repeated * (pageSize + filter)
  if (points > request.dearest.points) request.dearest = { path, rows: request.repeated * pageSize, points }
}
