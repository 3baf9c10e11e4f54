/** Which statements the connections of a pool keep prepared: those that are asked again, and no more than a bounded number. */
import { LRUCache } from 'lru-cache'

/** How many texts are remembered to have been asked once, and how many a connection keeps before it is given up for a new one. */
const rememberedTexts = 2_000
const rememberedCharacters = 8_388_608
const keptByConnection = 500

/** How much the statements of a connection may weigh together before it is given up, and one that is kept: 160 MiB and 16 MiB. */
const keptWeight = 20_000
const keptWeightOfOne = 2_000

/** Names are a connection's own: those of a database with one session must not meet those of a connection before. */
type Kept = { number: number; names: Map<string, string>; weight: number }

/**
 * The memory that PostgreSQL uses for a statement and its plan, in units of some 8 KiB. Of a join it keeps all columns of the tables
 * before it, so that a hundred joins in a row take as much as ten thousand by themselves.
 */
function weightOf(text: string): number {
  const joins = text.split(' JOIN ').length - 1
  const tables = joins + text.split(' FROM ').length - 1
  return joins ** 2 + 8 * tables + text.length / 256
}

export class PreparedTexts {
  private readonly asked = new LRUCache<string, true>({
    max: rememberedTexts,
    maxSize: rememberedCharacters,
    sizeCalculation: (_isAsked, text) => text.length,
  })
  private readonly kept = new WeakMap<object, Kept>()

  /** The name under which a connection keeps a text; none for one that is asked for the first time, or weighs too much. */
  of(connection: object, text: string): { name?: string } {
    const kept = this.kept.get(connection)
    const known = kept?.names.get(text)
    if (known) return { name: known }
    if (!this.asked.has(text)) {
      this.asked.set(text, true)
      return {}
    }
    const weight = weightOf(text)
    if (weight > keptWeightOfOne) return {}
    const own = kept ?? { number: nextNumber(), names: new Map(), weight: 0 }
    own.weight += weight
    const name = `read_${own.number}_${own.names.size}`
    own.names.set(text, name)
    this.kept.set(connection, own)
    return { name }
  }

  /** Whether a connection keeps as many as it may, or as much. */
  isFull(connection: object): boolean {
    const kept = this.kept.get(connection)
    return kept !== undefined && (kept.names.size >= keptByConnection || kept.weight >= keptWeight)
  }
}

let last = 0

function nextNumber(): number {
  last += 1
  return last
}
