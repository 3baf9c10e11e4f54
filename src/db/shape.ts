/** Types of the rows of the data model. */
import type PrismaTypes from '../../prisma/generated/pothos.ts'

export type ModelName = keyof PrismaTypes & string

/** A row of a model, as Prisma reads it. */
export type Shape<M extends ModelName> = PrismaTypes[M]['Shape']
