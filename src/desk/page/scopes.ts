/** The read scopes of a role, as documents take them: a variable for each kind of record that the role may not be allowed to see. */

/** Whether a role has each of some read scopes, by the names of their records: `{ orders: true, transactions: false }`. */
export const readable = <Name extends string>(may: (scope: string) => boolean, ...names: Name[]): Record<Name, boolean> =>
  Object.fromEntries(names.map((name) => [name, may(`read_${name}`)])) as Record<Name, boolean>
