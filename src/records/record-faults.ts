/** The faults of the records of one write: collected by their places, and answered together or each with its record. */
import type { FaultPolicy } from '../schema/several.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { at, Faults, faultsOf } from '../values/faults.ts'
import { field, say } from '../values/sentence.ts'
import type { WrittenRecord } from '../writes/result.ts'
import type { Write } from '../writes/write.ts'

export class RecordFaults {
  private readonly list: string | undefined
  private readonly places: readonly number[]
  private readonly refused = new Map<number, Refusal>()

  /** @param list the input field of the records; none for one record, whose fields stand in the input itself. */
  constructor({ context }: Write, list: string | undefined, count: number) {
    this.list = list
    this.places = context.places ?? Array.from({ length: count }, (_, index) => index)
  }

  /** Whether a record is refused. */
  has(index: number): boolean {
    return this.refused.has(index)
  }

  /** Refuses a record; the fields of the refusal are named with its place. */
  refuse(index: number, refusal: Refusal): void {
    this.refused.set(index, this.list === undefined ? refusal : at(this.placeOf(index), refusal))
  }

  /** Works on a record that is not refused yet. @returns the result, or nothing where it is refused. */
  judge<Result>(index: number, work: () => Result): Result[] {
    try {
      return this.has(index) ? [] : [work()]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refuse(index, error)
      return []
    }
  }

  /** Works on each record that is not refused yet. @returns the results by the places of their records; nothing for one that is refused. */
  each<Given, Result>(given: readonly Given[], work: (given: Given) => Result): (Result | undefined)[] {
    return given.map((one, index) => this.judge(index, () => work(one))[0])
  }

  /** Refuses each record that shares a value with another of the same write. @param name of the field that has it. */
  refuseTwice<Placed extends { index: number }>(
    name: string,
    records: readonly Placed[],
    valueIn: (record: Placed) => unknown,
  ): void {
    const known = records.map((each) => ({ index: each.index, value: valueIn(each) })).filter(({ value }) => value != null)
    for (const same of Map.groupBy(known, ({ value }) => value).values())
      for (const { index } of same.length > 1 ? same : []) {
        const other = same.find((each) => each.index !== index)?.index ?? 0
        const [own, others] = [`${this.placeOf(index)}.${name}`, `${this.placeOf(other)}.${name}`]
        this.refused.set(index, badInput(say`${field(own)} is that of ${field(others)} too.`, own))
      }
  }

  /** @throws Refusal with all faults, where there are any and the policy is not to keep going. */
  check(policy: FaultPolicy): void {
    if (this.refused.size === 0 || policy === 'keep_going') return
    const ordered = [...this.refused].sort(([one], [other]) => one - other)
    const refusals = ordered.flatMap(([, refusal]) => faultsOf(refusal))
    throw refusals.length === 1 ? (refusals[0] as Refusal) : new Faults(refusals)
  }

  /** The results of all records in order: those that were written, and those that were refused. */
  results(written: readonly WrittenRecord[]): WrittenRecord[] {
    const refused = [...this.refused].map(([index, refusal]): WrittenRecord => ({ index, refusal }))
    return [...written, ...refused]
      .sort((one, other) => one.index - other.index)
      .map((each) => ({ ...each, index: this.places[each.index] ?? each.index }))
  }

  private placeOf(index: number): string {
    return `${this.list}[${this.places[index]}]`
  }
}
