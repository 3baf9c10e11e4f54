/** The input types of lists, made from a resource's columns and relations: its filter and its order. */
import { type InputFieldRef, InputObjectRef } from '@pothos/core'
import { type Field, type GivenOf, isRequired, type WritableTable } from '../values/writable.ts'
import type { Builder, InputBuilder, SchemaTypes } from './builder.ts'
import type { Column, ColumnKind, Part, StoredColumn } from './model.ts'
import { equality, operatorOf, operatorsOf, setOperators } from './operators.ts'
import type { Resource } from './registry.ts'
import { inWords } from './wording.ts'

/** Names of types that columns have. */
type ColumnType = 'ID' | 'Amount' | 'WholeNumber' | 'Int' | 'Float' | 'Boolean' | 'DateTime' | 'String' | 'Json'

/** Names of types that operands have. */
type TypeName = ColumnType | 'Plain'

const typeOfKind: Record<Exclude<ColumnKind, 'enum'>, ColumnType> = {
  id: 'ID',
  amount: 'Amount',
  sequence: 'WholeNumber',
  mark: 'ID',
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  time: 'DateTime',
  text: 'String',
  json: 'Json',
  code: 'Int',
}

/**
 * The GraphQL type a column has; an enum's is the enum itself, whose name comes from the data model: types take it for text, and
 * that there is such an enum is seen when the schema is built.
 */
export const columnType = (column: StoredColumn): ColumnType =>
  column.kind === 'enum' ? (column.enumName as 'String') : typeOfKind[column.kind]

/** An input type of a list. */
type InputRef = InputObjectRef<SchemaTypes<unknown>, object>

type Fields = Record<string, InputFieldRef<SchemaTypes<unknown>, unknown>>

type InputFieldOptions = {
  type: Exclude<Field['type'], 'IDs' | 'Strings'> | ['ID'] | ['String']
  description: string
  required?: boolean
  /** `takesNull` says to the documents of REST that null is a value; otherwise an optional field is left out instead. */
  extensions: { takesNull: boolean }
}

/** The fields of a table of what may be written, as fields of an input. @param isNew whether the input makes a record. */
export function inputFields<Of extends WritableTable>(
  t: { field(options: InputFieldOptions): unknown },
  table: Of,
  isNew = false,
): { [Name in keyof Of]: InputFieldRef<SchemaTypes<unknown>, GivenOf<Of>[Name]> } {
  const options = (field: Field) => ({
    type: field.type === 'IDs' ? (['ID'] as ['ID']) : field.type === 'Strings' ? (['String'] as ['String']) : field.type,
    description: isNew ? ofNew(field) : field.description,
    required: isNew && isRequired(field),
    extensions: { takesNull: field.nullable },
  })
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, t.field(options(field))])) as ReturnType<
    typeof inputFields<Of>
  >
}

/** A field of a new record, as a sentence, with the value it has unless given. */
const ofNew = ({ description, initially }: Field): string =>
  initially === undefined ? description : `${description.slice(0, -1)}; ${String(initially) || 'empty'} unless given.`

/** The fields of operators, whose operands have the type of the compared values. */
const operatorFields = (t: InputBuilder, names: readonly string[], type: TypeName): Fields =>
  Object.fromEntries(
    names.map((name) => [name, t.field({ type: operandType(name, type), description: operatorOf(name)?.meaning })]),
  )

function operandType(name: string, type: TypeName): TypeName | [TypeName] {
  const operand = operatorOf(name)?.operand
  if (operand === 'flag') return 'Boolean'
  if (operand === 'pattern') return 'String'
  return operand === 'value' ? type : [type]
}

const withArticle = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`

export class Inputs {
  private readonly builder: Builder
  private readonly made = new Map<string, InputRef>()
  private readonly exactFilter: InputRef
  readonly direction

  constructor(builder: Builder) {
    this.builder = builder
    this.exactFilter = this.operatorType(
      'ExactFilter',
      'Conditions on a text that is compared as a whole; all that are given must hold.',
      'String',
      equality,
    )
    this.direction = builder.enumType('Direction', {
      description: 'Which end of an order comes first.',
      values: { asc: { description: 'Smallest or earliest first.' }, desc: { description: 'Largest or latest first.' } },
    })
  }

  /** The filter of a resource: its name with `Filter`. */
  filterOf(resource: Resource): InputRef {
    const { name, columns, parts, kind, path, links } = resource
    const description = `Conditions on the columns of one ${inWords(name)} and on what it is linked to; all that are given must hold.`
    return this.inputType(`${name}Filter`, description, (t, self) => ({
      ...this.columnFilters(t, columns.values()),
      ...Object.fromEntries([...parts.values()].map((part) => [part.name, t.field(this.partFilter(part))])),
      type: t.field({ type: this.exactFilter, description: `The kind of resource: all of these are \`${kind}\`.` }),
      ...(path && { url: t.field({ type: this.exactFilter, description: 'Path of the record on the REST surface.' }) }),
      ...Object.fromEntries(
        [...links.values()].map((link) => [
          link.name,
          t.field({
            type: link.target.keyed ? [this.keyFilter(link.target)] : this.filterOf(link.target),
            description: link.list ? `At least one of these: ${link.description}` : link.description,
          }),
        ]),
      ),
      AND: t.field({ type: [self], description: 'All of these hold.' }),
      OR: t.field({ type: [self], description: 'At least one of these holds.' }),
      NOT: t.field({ type: self, description: 'This does not hold.' }),
    }))
  }

  /** One term of a resource's order: its name with `Order`. */
  orderOf({ name, columns }: Resource): InputRef {
    const description = `The order of a list: exactly one column of a ${inWords(name)}. Equals follow in the order of their ids.`
    const ordered = [...columns.values()].filter(({ kind, list, mask }) => kind !== 'json' && !list && !mask)
    const fields = (t: InputBuilder) =>
      Object.fromEntries(
        ordered.map((column) => [column.name, t.field({ type: this.direction, description: column.description })]),
      )
    return this.inputType(`${name}Order`, description, fields, true)
  }

  /** Conditions on a key of what is free-form. */
  keyFilter({ name }: Pick<Resource, 'name'>): InputRef {
    const description = `Conditions on one key of free-form ${inWords(name)}; all that are given must hold. Numbers compare as numbers, times as times, else text.`
    return this.inputType(`${name}KeyFilter`, description, (t) => {
      return {
        key: t.field({
          type: 'String',
          required: true,
          description: 'The key, or the dotted path to a value inside nested objects; a key of that very name comes first.',
        }),
        ...operatorFields(t, operatorsOf('text'), 'Plain'),
        isNull: t.field({ type: 'Boolean', description: 'True for a missing key or a null value, false for a value.' }),
      }
    })
  }

  /** The input type of that name, made at its first mention: filters mention each other, so the name goes in before the fields. */
  private inputType(
    name: string,
    description: string,
    fields: (t: InputBuilder, self: InputRef) => Fields,
    isOneOf = false,
  ): InputRef {
    const known = this.made.get(name)
    if (known) return known
    const ref = new InputObjectRef<SchemaTypes<unknown>, object>(name)
    this.made.set(name, ref)
    this.builder.inputType(ref, { description, isOneOf, fields: (t) => fields(t, ref) })
    return ref
  }

  /** The input type that holds the operators of a column's type, such as `DateTimeFilter`. */
  private operatorInput(column: StoredColumn): InputRef {
    const type = columnType(column)
    const description = `Conditions on a value of type ${type}; all that are given must hold.`
    return this.operatorType(`${type}Filter`, description, type, operatorsOf(column.kind))
  }

  /** The input type that holds the operators of a set of texts. */
  private setInput(): InputRef {
    const description = 'Conditions on a set of texts; all that are given must hold.'
    return this.inputType('StringSetFilter', description, (t) =>
      Object.fromEntries(
        setOperators.map((name) => {
          const operator = operatorOf(name)
          return [name, t.field({ type: ['String'], description: (operator?.ofSet ?? operator)?.meaning })]
        }),
      ),
    )
  }

  private operatorType(name: string, description: string, type: TypeName, operators: readonly string[]): InputRef {
    return this.inputType(name, description, (t) => ({
      ...operatorFields(t, [...operators, 'isNull'], type),
    }))
  }

  private columnFilters(t: InputBuilder, columns: Iterable<Column>): Fields {
    const compared = [...columns].filter(({ list, mask, matchedBy }) => (!list || matchedBy) && !mask)
    return Object.fromEntries(
      compared.map((column) => {
        const { name, description, isEmail, required } = column
        const extensions = { isEmail, required, isOfOther: column.through !== undefined }
        const type = column.list ? this.setInput() : this.operatorInput(column)
        return [name, t.field({ type, description, extensions })]
      }),
    )
  }

  private partFilter({ typeName, description, columns, whenNull }: Part) {
    return {
      description,
      type: this.inputType(`${typeName}Filter`, `Conditions on ${withArticle(typeName)}; all that are given must hold.`, (t) => ({
        ...this.columnFilters(t, columns.values()),
        isNull: t.field({ type: 'Boolean', description: whenNull }),
      })),
    }
  }
}
