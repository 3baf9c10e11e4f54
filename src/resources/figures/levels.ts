/** Recurring amounts by group and by part of the calendar: what they are at each end, and what each kind of movement adds. Pure. */
import { type AskedFigure, checkGroups } from './figure.ts'
import { apportioned, type Fraction, nothing, plus, rounded, times, total } from './fraction.ts'
import type { MovementLine } from './movement-lines.ts'

const byText = new Intl.Collator('en', { numeric: true })

/** Keys in the order of groups: numbers by their value, then texts, and last what has no key. */
export const inOrder = (one: string | null, other: string | null): number => {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  return byText.compare(one, other)
}

type Ends = { value: Fraction[]; committed: Fraction[] }

export class Levels {
  readonly keys: readonly (string | null)[]
  /** By key, part of the calendar and kind; none where nothing moves. */
  private readonly moves: ReadonlyMap<string | null, Map<string, Fraction>[]>
  private readonly ends: ReadonlyMap<string | null, Ends>
  private readonly kept = new Map<string, { all: bigint; each: bigint[] }>()

  private constructor(keys: Levels['keys'], moves: Levels['moves'], ends: Levels['ends']) {
    this.keys = keys
    this.moves = moves
    this.ends = ends
  }

  /** @param buckets the number of parts of the calendar, before which is part 0. */
  static async of(lines: readonly MovementLine[], buckets: number, each: AskedFigure['each']): Promise<Levels> {
    const keys = [...new Set(lines.map(({ key }) => key))].sort(inOrder)
    checkGroups(keys.length > 1 ? keys.length * buckets : 0)
    const moves = new Map(keys.map((key): [string | null, Map<string, Fraction>[]] => [key, []]))
    const ends = new Map<string | null, Ends>()
    await each(keys, (key) => {
      const nothings = () => Array.from({ length: buckets + 1 }, () => nothing)
      ends.set(key, { value: nothings(), committed: nothings() })
    })
    await each(lines, ({ bucket, key, kind, value, committed }) => {
      const places = moves.get(key) as Map<string, Fraction>[]
      const kinds = places[bucket] ?? new Map<string, Fraction>()
      places[bucket] = kinds.set(kind, plus(kinds.get(kind) ?? nothing, value))
      const end = ends.get(key) as Ends
      end.value[bucket] = plus(end.value[bucket] ?? nothing, value)
      end.committed[bucket] = plus(end.committed[bucket] ?? nothing, committed)
    })
    await each(
      [...ends.values()].flatMap(({ value, committed }) => [value, committed]),
      (amounts) => {
        for (let place = 1; place <= buckets; place += 1)
          amounts[place] = plus(amounts[place] ?? nothing, amounts[place - 1] ?? nothing)
      },
    )
    return new Levels(keys, moves, ends)
  }

  /** The exact amount of a group at the end of a part of the calendar; at that of part 0 where the first begins. */
  private end(key: string | null, place: number, of: 'value' | 'committed' = 'value'): Fraction {
    return this.ends.get(key)?.[of][place] ?? nothing
  }

  /** The exact amount of all groups. */
  exact(place: number, of: 'value' | 'committed' = 'value'): Fraction {
    return total(this.keys.map((key) => this.end(key, place, of)))
  }

  /** The amount of all groups, and of each, at the end of a part of the calendar: those of the groups add up to that of all. @param months how many. */
  shown(place: number, of: 'value' | 'committed' = 'value', months = 1n): { all: bigint; each: bigint[] } {
    const name = `${of} ${months} ${place}`
    const kept = this.kept.get(name)
    if (kept) return kept
    const all = rounded(times(this.exact(place, of), months))
    const each = apportioned(
      all,
      this.keys.map((key) => times(this.end(key, place, of), months)),
    )
    this.kept.set(name, { all, each })
    return { all, each }
  }

  /** The exact sum of each kind in a part of the calendar, of a group or of all. */
  private kindsIn(place: number, kinds: readonly string[], key?: string | null): Fraction[] {
    const keys = key === undefined ? this.keys : [key]
    return kinds.map((kind) => total(keys.map((each) => this.moves.get(each)?.[place]?.get(kind) ?? nothing)))
  }

  /** The sums of each kind of movement in a part of the calendar, of all groups: they add up to the difference of its ends. */
  movements(place: number, kinds: readonly string[]): bigint[] {
    return apportioned(this.shown(place).all - this.shown(place - 1).all, this.kindsIn(place, kinds))
  }

  /**
   * The same of each group, by its own ends. The share of a group may change by a unit since those of others do: that is among the last kind, which
   * has the movements that change no amount.
   */
  movementsOfEach(place: number, kinds: readonly string[]): bigint[][] {
    const [start, end] = [this.shown(place - 1).each, this.shown(place).each]
    return this.keys.map((key, at) => {
      const whole = (end[at] ?? 0n) - (start[at] ?? 0n)
      const shares = apportioned(whole, this.kindsIn(place, kinds, key))
      const missed = whole - shares.reduce((sum, share) => sum + share, 0n)
      return shares.with(-1, (shares.at(-1) ?? 0n) + missed)
    })
  }

  /** The exact sum of a kind in a part of the calendar, of all groups. */
  moved(place: number, kind: string): Fraction {
    return this.kindsIn(place, [kind])[0] ?? nothing
  }
}
