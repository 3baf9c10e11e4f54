/** The fields that a change of a subscription asks for: those that differ. A field that is left out stays as it is, or as it is scheduled. */

/** The plan of a subscription: what it sends. */
type SentPlan = { productInstanceId: string; termId: string; quantity: number }

/**
 * @param present what it sends now.
 * @param shown what the form has shown at first: the scheduled plan, if there is one.
 * @returns undefined where nothing is to change.
 */
export function askedPlan(
  { present, shown }: { present: SentPlan; shown: SentPlan },
  entered: SentPlan,
  when: string | undefined,
): Partial<SentPlan> | undefined {
  const before = when === 'now' ? present : shown
  const asked = Object.entries(entered).filter(([name, value]) => before[name as keyof SentPlan] !== value)
  return asked.length === 0 ? undefined : Object.fromEntries(asked)
}
