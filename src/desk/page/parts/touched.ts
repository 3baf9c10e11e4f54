/** The changes of a form. Pure. */

type FormInput = Readonly<Record<string, unknown>>

/** The fields of an input that differ from what the form opened with. A field that is left as it was keeps what another person makes of it. */
export const touched = (input: FormInput, opened: FormInput): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(opened[name])))
