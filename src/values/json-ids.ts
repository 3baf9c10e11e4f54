/** Ids as JSON has them: numbers, in rows that a statement makes into JSON and in values that are stored as such; bigint in the process. */

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id') || name.endsWith('_id')

/** Reads the ids of a JSON value, at any depth: the numbers under `id`, `productId` or `product_id`. */
export function withIds<T>(value: T, name = ''): T {
  if (typeof value === 'number') return (isIdName(name) ? BigInt(value) : value) as T
  if (Array.isArray(value)) return value.map((each) => withIds(each, name)) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIds(each, key)])) as T
}

/** Serializes a value with ids and amounts of the database, which become numbers. */
export const storedText = (value: object): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))
