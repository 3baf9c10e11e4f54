/** Stands for a Prisma client until it is closed: a file's module is kept as long as its worker, and would keep the client's 14 MB. */

/** Something that is used as the given object is, until it lets go of it. */
export function standIn<T extends object>(given: T): { value: T; letGo(): void } {
  let object: T | undefined = given
  const found = (): T => {
    if (!object) throw new Error('What this stood for is closed.')
    return object
  }
  const value = new Proxy({} as T, {
    get: (_target, name) => Reflect.get(found(), name),
    set: (_target, name, to) => Reflect.set(found(), name, to),
    has: (_target, name) => Reflect.has(found(), name),
  })
  return {
    value,
    letGo() {
      object = undefined
    },
  }
}
