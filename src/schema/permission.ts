/** How a store opens a write to its customers. */

/** The name of the permission, or the names of several with those that an input needs. */
export type Permission = string | { names: readonly string[]; of: (input: object) => readonly string[] }
