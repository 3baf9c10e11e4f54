/**
 * Removes the ids that a dry run has assigned from its answer: no record will have them. The dialect decides the replacement: GraphQL
 * requires an id, and gets one that no record has.
 */
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import type { WouldBe } from '../../schema/dry-run.ts'
import type { Model } from '../../schema/model.ts'
import { readNodeId, writeNodeId } from '../../schema/node-id.ts'
import type { FieldRead } from '../../schema/reads.ts'
import { type Resource, resourceOf } from '../../schema/registry.ts'
import { fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

type IsMade = WouldBe['isMade']

/** Replaces the ids in a value of an answer. */
type Clean = (value: unknown, isMade: IsMade) => unknown

/** Plans the replacement for objects of a type. */
export function planWithoutIds(planning: Planning, type: GraphQLObjectType, nodes: Selected['nodes']): Clean {
  const fields = fieldsIn(planning, type, nodes).flatMap((selected) => {
    const clean = planField(planning, resourceOf(type), selected)
    return clean ? [{ name: selected.name, clean }] : []
  })
  return (value, isMade) => {
    const object = value as Record<string, unknown>
    const cleaned = fields.map(({ name, clean }) => [name, each(object[name], (one) => clean(one, isMade))])
    return { ...object, ...Object.fromEntries(cleaned) }
  }
}

const each = (value: unknown, clean: (one: unknown) => unknown): unknown =>
  value == null ? value : Array.isArray(value) ? value.map((one) => each(one, clean)) : clean(value)

function planField(planning: Planning, resource: Resource | undefined, { field, nodes }: Selected): Clean | undefined {
  if (!field) return undefined
  const type = getNamedType(field.type)
  if (isObjectType(type)) return planWithoutIds(planning, type, nodes)
  const read = field.extensions.read as FieldRead | undefined
  if (!read || !resource) return undefined
  const { noId } = planning.dialect
  if ('nameOf' in read) {
    return (value, isMade) => {
      const name = readNodeId(String(value))
      return name && isMade(resource.model.name, name.id) ? writeNodeId({ ...name, id: 0n }) : value
    }
  }
  if ('path' in read) {
    return (value, isMade) => {
      const ids = Object.entries(read.path.read(String(value)) ?? {})
      const made = ids.filter(([column, id]) => isMade(modelAt(resource.model, column), id)).map(([, id]) => id)
      if (made.length === 0 || noId === null) return made.length === 0 ? value : null
      const segments = String(value).split('/')
      // A record's own id stands behind those of its owners.
      for (const id of made.reverse()) segments[segments.lastIndexOf(String(id))] = noId
      return segments.join('/')
    }
  }
  if (!('column' in read) || read.column.kind !== 'id') return undefined
  const model = modelAt(resource.model, read.column.source)
  return (value, isMade) => (isMade(model, BigInt(value as string | number)) ? noId : value)
}

/** The model that a column of ids refers to. */
const modelAt = ({ name, relations }: Model, column: string): string =>
  // Other models refer to a record by its id.
  column === 'id' ? name : ([...relations.values()].find(({ from, list }) => from === column && !list)?.model.name ?? name)
