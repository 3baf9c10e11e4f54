/** The types of aggregates: the counts, sums, groups and comparisons of a list, made from the columns of its resource. */
import type { ObjectRef } from '@pothos/core'
import { AggregateInputs, type ColumnEnum } from './aggregate-inputs.ts'
import { maxGroups, maxGroupsOfPage, maxKeys, nameOfAggregate, usualGroups } from './aggregate-limits.ts'
import type { Builder, MadeField, ObjectFields, SchemaTypes } from './builder.ts'
import type { Lists } from './connection.ts'
import { isRanged, isSummed } from './group-columns.ts'
import { columnType, type Inputs } from './inputs.ts'
import type { Column } from './model.ts'
import { planned, type RootRead } from './reads.ts'
import { currencyField } from './record-fields.ts'
import type { Link, Resource } from './registry.ts'
import { inWords, ofAggregate } from './wording.ts'

type ValuesRef = ObjectRef<SchemaTypes<unknown>, object>
type ValueNames = 'sum' | 'avg' | 'min' | 'max'

const meanings: Record<ValueNames, string> = {
  sum: 'Sums of columns; 0 where there is no value.',
  avg: 'Averages of the values that there are. Amounts are rounded to the smallest unit, other numbers to six decimals, half away from zero; null where there is no value.',
  min: 'The least values; null where there is none.',
  max: 'The greatest values; null where there is none.',
}

/** A type of an aggregate's column. */
function valueType(name: ValueNames, column: Column): 'Amount' | 'WholeNumber' | 'Float' | 'Int' | 'DateTime' {
  const own = columnType(column) as 'Amount' | 'Int' | 'Float' | 'DateTime'
  if (name === 'avg') return own === 'Amount' ? 'Amount' : 'Float'
  return name === 'sum' && own === 'Int' ? 'WholeNumber' : own
}

export class Aggregates {
  private readonly builder: Builder
  private readonly lists: Lists
  private readonly inputs: AggregateInputs
  private readonly types = new Map<string, ReturnType<Aggregates['make']>>()
  private key: ValuesRef | undefined

  constructor(builder: Builder, inputs: Inputs, lists: Lists) {
    this.builder = builder
    this.inputs = new AggregateInputs(builder, inputs)
    this.lists = lists
  }

  /** Adds the root field that aggregates a list. */
  addRoot(resource: Resource, list: string): void {
    this.builder.queryField(nameOfAggregate(list), (t) =>
      t.field({
        ...this.fieldOf(resource, t),
        nullable: true,
        description: ofAggregate(resource, list),
        extensions: {
          scopes: resource.scopes,
          read: { aggregate: resource } satisfies RootRead,
          isAggregate: true,
          ...(resource.computed && { points: resource.computed.points }),
        },
      }),
    )
  }

  /** A field of a record that aggregates linked records. */
  linked(t: ObjectFields, link: Link): MadeField {
    return t.field({
      ...this.fieldOf(link.target, t),
      description: `Aggregates of these: ${link.description}`,
      extensions: { read: { aggregateOf: link }, isAggregate: true },
    })
  }

  private fieldOf(resource: Resource, t: Pick<ObjectFields, 'arg'>) {
    const { aggregate, period, compare } = this.typesOf(resource)
    return {
      type: aggregate,
      args: {
        ...this.lists.conditionsOf(resource, t),
        period: t.arg({ type: period, description: 'The time that is asked about, by one column; all unless given.' }),
        compareTo: t.arg({ type: compare, description: 'The time that `previous` is about; it takes `period`.' }),
      },
      resolve: planned,
    }
  }

  private typesOf(resource: Resource) {
    const known = this.types.get(resource.name)
    if (known) return known
    const made = this.make(resource)
    this.types.set(resource.name, made)
    return made
  }

  private make(resource: Resource) {
    const { builder } = this
    const { typeName } = resource
    this.key ??= keyType(builder)
    const groupKey = this.key
    const records = inWords(typeName)
    const column = this.inputs.columnsOf(resource)
    const inputs = this.inputs.of(resource, column)
    const values = this.valuesOf(resource, column)
    const previous = builder.objectRef<object>(`${typeName}Values`).implement({
      description: `Aggregates of some ${records} records.`,
      extensions: { isWhole: true },
      fields: values,
    })
    const previousField = (t: ObjectFields) =>
      t.field({
        type: previous,
        nullable: true,
        description: 'The same of the time before, where `compareTo` asks for it.',
        resolve: planned,
      })
    const group = builder.objectRef<object>(`${typeName}Group`).implement({
      description: `The ${records} records of one key, and their aggregates.`,
      extensions: { isWhole: true },
      fields: (t) => ({
        key: t.field({
          type: [groupKey],
          description: 'The values that they have in common, in the order of `by`.',
          resolve: planned,
        }),
        ...values(t),
        previous: previousField(t),
      }),
    })
    const groups = builder.objectRef<object>(`${typeName}Groups`).implement({
      description: `A page of groups of ${records} records.`,
      fields: (t) => ({
        nodes: t.field({ type: [group], description: 'The groups on the page.', resolve: planned }),
        pageInfo: t.field({ type: this.lists.pageInfo, description: 'Where the page lies among the groups.', resolve: planned }),
        totalCount: t.int({ description: 'How many groups there are.', resolve: planned }),
      }),
    })
    const hasAmounts = [...resource.columns.values()].some(({ kind }) => kind === 'amount')
    const aggregate = builder.objectRef<object>(`${typeName}Aggregate`).implement({
      description: `Aggregates of a list of ${records} records.`,
      fields: (t) => ({
        ...values(t),
        ...(hasAmounts && { currency: currencyField(t) }),
        previous: previousField(t),
        groups: t.field({
          type: groups,
          description: `The same for each group; at most ${maxGroups.toLocaleString('en')} in all.`,
          args: {
            by: t.arg({
              type: [inputs.by],
              required: true,
              description: `The keys that rows are grouped by, at most ${maxKeys} of them, one of which may be a time; without a key all are one group.`,
            }),
            orderBy: t.arg({
              type: [inputs.order],
              description: 'The order of the groups; ascending by their keys unless given.',
            }),
            top: t.arg({ type: inputs.top, description: 'Keeps some series, and makes one of all others.' }),
            first: t.arg({
              type: 'Int',
              description: `How many from the start; ${usualGroups} unless given, at most ${maxGroupsOfPage}.`,
            }),
            after: t.arg({ type: 'String', description: 'Only what comes behind this cursor.' }),
            offset: t.arg({ type: 'Int', description: 'How many to leave out at the start.' }),
          },
          extensions: { isAggregate: true, rows: ({ first }: { first?: number }) => Number(first ?? usualGroups) },
          resolve: planned,
        }),
      }),
    })
    return { aggregate, period: inputs.period, compare: inputs.compare }
  }

  /** The fields with values of some records. */
  private valuesOf(resource: Resource, column: ColumnEnum): (t: ObjectFields) => Record<string, MadeField> {
    const { typeName } = resource
    const columns = [...resource.columns.values()]
    const [summed, ranged] = [columns.filter(isSummed), columns.filter(isRanged)]
    const objectOf = (suffix: string, name: ValueNames, of: readonly Column[]): ValuesRef | undefined =>
      of.length === 0
        ? undefined
        : this.builder.objectRef<object>(`${typeName}${suffix}`).implement({
            description: `${suffix} values of the columns of ${inWords(typeName)} records.`,
            extensions: { isWhole: true },
            fields: (t) => Object.fromEntries(of.map((each) => [each.name, valueField(t, name, each)])),
          })
    const sum = objectOf('Sum', 'sum', summed)
    const avg = objectOf('Average', 'avg', summed)
    const extreme = objectOf('Extreme', 'min', ranged)
    const objects = Object.entries({ sum, avg, min: extreme, max: extreme }).flatMap(([name, type]) =>
      type ? [[name as ValueNames, type] as const] : [],
    )
    return (t) => ({
      count: t.int({ description: 'How many records there are, as `totalCount` of the list.', resolve: planned }),
      countDistinct: t.int({
        description: 'How many different values a column has.',
        args: { column: t.arg({ type: column, required: true, description: 'The column.' }) },
        resolve: planned,
      }),
      ...Object.fromEntries(
        objects.map(([name, type]) => [name, t.field({ type, description: meanings[name], resolve: planned })]),
      ),
    })
  }
}

function valueField(t: ObjectFields, name: ValueNames, column: Column): MadeField {
  const { isClosed, description } = column
  return t.field({
    type: valueType(name, column),
    nullable: name !== 'sum' || isClosed,
    description: isClosed ? `${description} For merchants; null for others.` : description,
    extensions: { read: { column } },
    resolve: planned,
  })
}

/** The type of a key of a group, which all aggregates share. */
function keyType(builder: Builder) {
  return builder.objectRef<object>('GroupKey').implement({
    description: 'One thing that the records of a group have in common.',
    extensions: { isWhole: true },
    fields: (t) => ({
      column: t.string({ description: 'The column, in REST spelling; of a free-form key its name.', resolve: planned }),
      value: t.field({
        type: 'Json',
        nullable: true,
        description: 'The value, null for none; of a part of the calendar its first day in the zone.',
        resolve: planned,
      }),
      start: t.field({ type: 'DateTime', nullable: true, description: 'When a part of the calendar begins.', resolve: planned }),
      isOthers: t.boolean({ description: 'Whether these are the others, beside the series of `top`.', resolve: planned }),
    }),
  })
}
