/** Names of the data model and of the database: `quantityOnHand` of a row is the column `"quantity_on_hand"`. */
import { snakeCase } from '../values/text.ts'

// As many as there are tables and columns.
const spellings = new Map<string, string>()

/** The name of a model or a property as statements write it. */
export function quoted(name: string): string {
  const known = spellings.get(name)
  if (known) return known
  const made = `"${snakeCase(name)}"`
  spellings.set(name, made)
  return made
}

/** A row with the model's property names in the place of the columns'. */
export const columnsToNames = (row: object): object => renamed(row, camelCase)

/** A row with the columns' names in the place of the model's property names. */
export const namesToColumns = (row: object): object => renamed(row, snakeCase)

const renamed = (row: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
