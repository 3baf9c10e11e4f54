/** Writes JSON objects out of the writers of their fields. */

type Field<A, B> = { name: string; write: (value: A, from: B) => string }

/** The writer of an object; a selection has at least one field, unless conditions left all out. */
export function objectOf<A, B>(fields: readonly Field<A, B>[]): (value: A, from: B) => string {
  const labelled = fields.map(({ name, write }, index) => ({ label: `${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`, write }))
  if (labelled.length === 0) return () => '{}'
  return (value, from) => {
    let text = ''
    for (const { label, write } of labelled) text += label + write(value, from)
    return `${text}}`
  }
}
