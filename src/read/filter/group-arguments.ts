/** Reads the arguments of aggregates: the period, the keys of groups, their order and their page. */
import type { Viewer } from '../../auth/viewer.ts'
import { type comparisons, maxGroups, maxGroupsOfPage, maxKeys, maxTop, usualGroups } from '../../schema/aggregate-limits.ts'
import { type GroupColumn, groupColumnsOf, isRanged, isSummed } from '../../schema/group-columns.ts'
import type { Column } from '../../schema/model.ts'
import type { Link, Resource } from '../../schema/registry.ts'
import { checkColumn, checkLink } from '../../schema/visible.ts'
import { decodeBase64Text } from '../../values/base64.ts'
import { dayForm, daysBetween, earlier, monthsBetween, parseDay, startOf } from '../../values/day.ts'
import { badInput } from '../../values/errors.ts'
import { parseWhole } from '../../values/number.ts'
import { field, say, within } from '../../values/sentence.ts'
import { shown, textFault } from '../../values/text.ts'
import { parseTime, timeForm } from '../../values/time.ts'
import { parseTimeZone } from '../../values/time-zone.ts'
import { known } from './placeholder.ts'

type GivenGroups = Readonly<Record<string, unknown>>

/** A time from its first moment to the one that is not part of it. */
export type TimeSpan = { from: Date; to: Date }

/** A period by a column, and the one that it is compared with. */
export type PeriodRead = TimeSpan & { column: Column; zone: string; before: TimeSpan | undefined }

export type PeriodArguments = { period?: GivenGroups | null; compareTo?: (typeof comparisons)[number] | null }

/** One value of a group. */
export type Measure =
  | { of: 'count' }
  | { of: 'countDistinct'; column: GroupColumn }
  | { of: 'sum' | 'avg' | 'min' | 'max'; column: Column }

/** A key of groups: a column, a part of the calendar, or a free-form key. */
export type KeyRead =
  | { column: GroupColumn }
  | { time: GroupColumn; bucket: string; zone: string; fill: boolean; isOfPeriod: boolean }
  | { freeKey: string; link: Link }

type GroupTerm = { isDescending: boolean } & ({ key: number } | { by: Measure })

export type GroupsRead = {
  keys: KeyRead[]
  terms: GroupTerm[]
  top: { n: number; by: Measure } | undefined
  size: number
  offset: number
}

const outOfRange = (what: string, most: number, given: number) =>
  badInput(say`${field(what)} must be from 1 to ${most}, not ${given}.`)

function columnNamed(resource: Resource, name: unknown, viewer: Viewer): GroupColumn {
  const found = groupColumnsOf(resource).get(name as string)
  if (!found) throw new Error(`${resource.name} has no column ${name}`)
  if (found.link) checkLink(found.link, viewer)
  checkColumn(found.column, viewer)
  return found
}

/** Finds a column of the row that a computation takes. */
function ownColumn(
  resource: Resource,
  name: unknown,
  isTaken: (column: Column) => boolean,
  what: string,
  viewer: Viewer,
): Column {
  const { column, link } = columnNamed(resource, name, viewer)
  if (!link && isTaken(column)) return column
  const names = [...groupColumnsOf(resource).values()]
    .filter((each) => !each.link && isTaken(each.column))
    .map((each) => each.name)
  throw badInput(
    `${name} is no ${what} of these records; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ') || 'none'}.`,
  )
}

const isTime = ({ kind, list }: Column): boolean => kind === 'time' && !list

/** The zone that is given, else the viewer's store's. @throws Refusal BAD_INPUT for a zone that is none. */
function readZone(path: string, zone: unknown, viewer: Viewer): string {
  if (zone == null) return known('timeZone' in viewer ? viewer.timeZone : 'UTC')
  const found = parseTimeZone(zone as string)
  if (!found) throw badInput(say`${field(path)} must be an IANA time zone, such as Europe/Berlin, not ${shown(zone)}.`)
  return found
}

/** Reads a bound: a day, which begins at midnight in the zone, or a time. */
function readBound(path: string, text: string, zone: string): { day?: string; at: Date } {
  const day = parseDay(text)
  if (day) return { day, at: startOf(day, zone) }
  const at = parseTime(text)
  if (!at) throw badInput(say`${field(path)} must be ${dayForm}, or ${timeForm}, not ${shown(text)}.`)
  return { at }
}

/**
 * Reads the period of an aggregate, and the one that it is compared with.
 *
 * @throws Refusal BAD_INPUT for a column that is no time, a zone or a bound that is none, and an end that is not after its start.
 */
export function readPeriod(resource: Resource, { period, compareTo }: PeriodArguments, viewer: Viewer): PeriodRead | undefined {
  if (!period) {
    if (compareTo) throw badInput(say`${field('compareTo')} takes ${field('period')}, the time that is compared.`)
    return undefined
  }
  const column = ownColumn(resource, period.column, isTime, 'time', viewer)
  const zone = readZone('period.zone', period.zone, viewer)
  const from = readBound('period.from', period.from as string, zone)
  const to = readBound('period.to', period.to as string, zone)
  if (from.at >= to.at)
    throw badInput(say`${field('period.to')} must be after ${field('period.from')}; it is not part of the period.`)
  const by = compareTo === 'previous_year' ? { years: 1 } : lengthOf(from, to)
  const before = compareTo ? { from: earlier(from.at, by, zone), to: earlier(to.at, by, zone) } : undefined
  return { column, zone, from: from.at, to: to.at, before }
}

/** The length of a period: whole months, whole days, or any. */
function lengthOf(from: ReturnType<typeof readBound>, to: ReturnType<typeof readBound>) {
  if (from.day === undefined || to.day === undefined) return { milliseconds: to.at.getTime() - from.at.getTime() }
  const months = monthsBetween(from.day, to.day)
  return months === undefined ? { days: daysBetween(from.day, to.day) } : { months }
}

function readMeasure(resource: Resource, given: GivenGroups, viewer: Viewer): Measure {
  const [[of, name] = []] = Object.entries(given).filter(([, value]) => value != null)
  if (of === 'count') return { of }
  if (of === 'countDistinct') return { of, column: columnNamed(resource, name, viewer) }
  const isOfNumbers = of === 'sum' || of === 'avg'
  const column = ownColumn(resource, name, isOfNumbers ? isSummed : isRanged, isOfNumbers ? 'number' : 'number or time', viewer)
  return { of: of as 'sum', column }
}

/** The measure of a selected field: the distinct values of a column. */
export const distinctOf = (resource: Resource, { column }: GivenGroups, viewer: Viewer): Measure => ({
  of: 'countDistinct',
  column: columnNamed(resource, column, viewer),
})

function readKey(resource: Resource, given: GivenGroups, period: PeriodRead | undefined, viewer: Viewer): KeyRead {
  const [[kind, value] = []] = Object.entries(given).filter(([, each]) => each != null)
  if (kind === 'column') return { column: columnNamed(resource, value, viewer) }
  if (kind !== 'time') {
    const link = resource.links.get(kind as string) as Link
    checkLink(link, viewer)
    const fault = textFault(value as string)
    if (fault) throw badInput(say`${within(field('by'), kind as string)} ${fault}`)
    if (value === '') throw badInput(say`${within(field('by'), kind as string)} must name a key.`)
    return { freeKey: value as string, link }
  }
  const { column: name, bucket, zone, fill } = value as GivenGroups
  const time = columnNamed(resource, name, viewer)
  if (!isTime(time.column)) throw badInput(`${name} is no time: only a time lies in a part of the calendar.`)
  const isOfPeriod = !time.link && time.column === period?.column
  if (fill && !isOfPeriod) throw badInput(say`${field('fill')} takes ${field('period')} with the same column, ${time.name}.`)
  if (period?.before && !isOfPeriod)
    throw badInput(say`With ${field('compareTo')} rows are grouped by the time of ${field('period')}, ${period.column.name}.`)
  const own = zone == null && period ? period.zone : readZone('time.zone', zone, viewer)
  // Days of another zone would be cut off at both ends of the period.
  if (isOfPeriod && own !== period?.zone)
    throw badInput(
      say`The zone of ${field('time')} must be that of ${field('period')}, ${period?.zone ?? ''}, not ${own}: give it in ${field('period')}.`,
    )
  return {
    time,
    bucket: bucket as string,
    zone: own,
    fill: fill === true,
    isOfPeriod,
  }
}

/**
 * Reads the arguments of groups.
 *
 * @throws Refusal BAD_INPUT for keys, an order, a `top` or a page that cannot be; FORBIDDEN for columns the viewer may not read.
 */
export function readGroups(resource: Resource, args: GivenGroups, period: PeriodRead | undefined, viewer: Viewer): GroupsRead {
  const { by, orderBy, top, first, after, offset } = args as {
    by: GivenGroups[]
    orderBy?: GivenGroups[] | null
    top?: { n: number; by: GivenGroups } | null
    first?: number | null
    after?: string | null
    offset?: number | null
  }
  if (by.length > maxKeys) throw badInput(say`${field('by')} takes at most ${maxKeys} keys, not ${by.length}.`)
  const keys = by.map((each) => readKey(resource, each, period, viewer))
  if (keys.filter((key) => 'time' in key).length > 1) throw badInput(say`${field('by')} takes one time.`)
  if (first != null && (first < 1 || first > maxGroupsOfPage)) throw outOfRange('first', maxGroupsOfPage, first)
  if (top && (top.n < 1 || top.n > maxTop)) throw outOfRange('top.n', maxTop, top.n)
  if (top && keys.every((key) => 'time' in key))
    throw badInput(say`${field('top')} keeps series: ${field('by')} needs a key beside the time.`)
  if ((orderBy?.length ?? 0) > 2 * maxKeys) throw badInput(say`${field('orderBy')} takes at most ${2 * maxKeys} terms.`)
  return {
    keys,
    terms: (orderBy ?? []).map((term) => readTerm(resource, term, keys.length, viewer)),
    top: top ? { n: top.n, by: readMeasure(resource, top.by, viewer) } : undefined,
    size: first ?? usualGroups,
    offset: readCursor(after) + readOffset(offset),
  }
}

function readTerm(resource: Resource, { key, by, direction }: GivenGroups, keys: number, viewer: Viewer): GroupTerm {
  const isDescending = direction === 'desc'
  if ((key == null) === (by == null)) throw badInput(say`A term of ${field('orderBy')} takes ${field('key')} or ${field('by')}.`)
  if (by != null) return { isDescending, by: readMeasure(resource, by as GivenGroups, viewer) }
  if ((key as number) < 1 || (key as number) > keys)
    throw badInput(say`${field('orderBy.key')} must be from 1 to ${keys}, not ${key as number}.`)
  return { isDescending, key: (key as number) - 1 }
}

function readOffset(offset: number | null | undefined): number {
  if (offset == null) return 0
  if (offset < 0 || offset > mostOffset) throw badInput(say`${field('offset')} must be from 0 to ${mostOffset}, not ${offset}.`)
  return offset
}

/** The largest offset: the last page behind the most groups. */
const mostOffset = maxGroups * maxGroupsOfPage

/** The mark of a cursor of groups, before the number of the groups that it is behind. */
export const cursorMark = 'groups '

function readCursor(cursor: string | null | undefined): number {
  if (cursor == null) return 0
  const text = decodeBase64Text(cursor, 'base64url')
  const place = text?.startsWith(cursorMark) ? parseWhole(text.slice(cursorMark.length)) : undefined
  if (place === undefined || place < 0n || place > BigInt(maxGroups))
    throw badInput(say`${field('after')} is no cursor of these groups.`)
  return Number(place)
}
