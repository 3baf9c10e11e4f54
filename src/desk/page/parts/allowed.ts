/** Whether an act is possible on a record now, by the record's own `actions`. */
type AskedAction = { name: string; changesNothing: boolean; blockedBy: { message: string } | null }

/** The sentence of why an act is not possible; undefined where it is. @param done the sentence where the record is so already. */
export function blockedBy(actions: readonly AskedAction[], name: string, done?: string): string | undefined {
  const action = actions.find((each) => each.name === name)
  return action?.changesNothing ? done : action?.blockedBy?.message
}
