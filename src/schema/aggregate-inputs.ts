/** The inputs of aggregates, made from the columns of their resource: keys of groups, their order, series that are kept, and periods. */
import type { EnumRef, InputFieldRef } from '@pothos/core'
import { comparisons, maxTop, timeBuckets } from './aggregate-limits.ts'
import type { Builder, InputBuilder, SchemaTypes } from './builder.ts'
import { groupColumnsOf } from './group-columns.ts'
import type { Inputs } from './inputs.ts'
import type { Resource } from './registry.ts'
import { inWords } from './wording.ts'

export type ColumnEnum = EnumRef<SchemaTypes<unknown>, string>

type GroupFields = Record<string, InputFieldRef<SchemaTypes<unknown>, unknown>>

const measured = {
  sum: 'The sum of a number.',
  avg: 'The average of a number.',
  min: 'The least value of a number or a time.',
  max: 'The greatest value of a number or a time.',
}

export class AggregateInputs {
  private readonly builder: Builder
  private readonly inputs: Inputs
  private shared: ReturnType<typeof sharedEnums> | undefined

  constructor(builder: Builder, inputs: Inputs) {
    this.builder = builder
    this.inputs = inputs
  }

  /** The enum of the columns of a resource: its name with `Column`. */
  columnsOf(resource: Resource): ColumnEnum {
    const { name } = resource
    return this.builder.enumType(`${name}Column`, {
      description: `The columns by which ${inWords(name)} records are grouped, in REST spelling; those of a relation to one record stand after its name.`,
      values: Object.fromEntries(
        [...groupColumnsOf(resource).values()].map(({ name: value, column, link }) => {
          const description = link ? `\`${column.name}\` of \`${link.name}\`.` : column.description
          return [value, { value, description }]
        }),
      ),
    })
  }

  /** The inputs of a resource's aggregates. */
  of(resource: Resource, column: ColumnEnum) {
    const { builder } = this
    const { name } = resource
    this.shared ??= sharedEnums(builder)
    const { bucket, compare } = this.shared
    const keyed = [...resource.links.values()].find(({ target }) => target.keyed)
    const input = (suffix: string, description: string, isOneOf: boolean, fields: (t: InputBuilder) => GroupFields) =>
      builder.inputType(`${name}${suffix}`, { description, isOneOf, fields })
    const zone = (t: InputBuilder, otherwise: string) =>
      t.field({ type: 'String', description: `IANA name of the time zone; ${otherwise} unless given.` })
    const time = input('TimeGroup', 'A time, by the part of the calendar that it lies in.', false, (t) => ({
      column: t.field({ type: column, required: true, description: 'The column of the time.' }),
      bucket: t.field({ type: bucket, required: true, description: 'The part of the calendar.' }),
      zone: zone(t, "that of `period`, or the store's,"),
      fill: t.field({ type: 'Boolean', description: 'Whether parts of `period` without a record have a group too.' }),
    }))
    const measure = input('Measure', 'One value of a group.', true, (t) => ({
      count: t.field({ type: 'Boolean', description: 'The number of records; true.' }),
      countDistinct: t.field({ type: column, description: 'The number of different values of a column.' }),
      ...Object.fromEntries(
        Object.entries(measured).map(([name, description]) => [name, t.field({ type: column, description })]),
      ),
    }))
    return {
      compare,
      by: input('GroupBy', 'A key that rows are grouped by.', true, (t) => ({
        column: t.field({ type: column, description: 'The value of a column.' }),
        time: t.field({ type: time, description: 'The part of the calendar that a time lies in.' }),
        ...(keyed && {
          [keyed.name]: t.field({ type: 'String', description: 'The value of a free-form key, as text.' }),
        }),
      })),
      order: input('GroupOrder', 'One term of the order of groups: a key, or a value.', false, (t) => ({
        key: t.field({ type: 'Int', description: 'The place of a key in `by`, from 1.' }),
        by: t.field({ type: measure, description: 'A value of the groups.' }),
        direction: t.field({ type: this.inputs.direction, description: 'Ascending unless given.' }),
      })),
      top: input('Top', 'The series that are kept: those of the greatest values over all times.', false, (t) => ({
        n: t.field({ type: 'Int', required: true, description: `How many series, 1 to ${maxTop}.` }),
        by: t.field({ type: measure, required: true, description: 'The value that decides.' }),
      })),
      period: input('Period', 'A time that is asked about, by one column.', false, (t) => ({
        column: t.field({ type: column, required: true, description: 'The column, a time.' }),
        from: t.field({
          type: 'String',
          required: true,
          description: 'Its start: a day, from its midnight in the zone, or a time.',
        }),
        to: t.field({ type: 'String', required: true, description: 'Its end, which is not part of it: a day or a time.' }),
        zone: zone(t, "the store's"),
      })),
    }
  }
}

/** The enums that all aggregates share. */
function sharedEnums(builder: Builder) {
  const bucket = builder.enumType('TimeBucket', {
    description: 'A part of the calendar; weeks begin on Monday.',
    values: Object.fromEntries(timeBuckets.map((name) => [name, { value: name, description: `One ${name}.` }])),
  })
  const meanings: Record<(typeof comparisons)[number], string> = {
    previous_period: 'As long, and just before; before whole months as many months, before whole days as many days.',
    previous_year: 'A year before.',
  }
  const compare = builder.enumType('ComparedPeriod', {
    description: 'The time that another is compared with.',
    values: Object.fromEntries(comparisons.map((name) => [name, { value: name, description: meanings[name] }])),
  })
  return { bucket, compare }
}
