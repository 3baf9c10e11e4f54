/** Which statements the connections of a pool keep prepared: those that are asked again, and no more than a bounded number. */
import { LRUCache } from 'lru-cache'

/** How many texts are remembered to have been asked once, and how many a connection keeps before it is given up for a new one. */
const rememberedTexts = 2_000
const keptByConnection = 500

/** Names are a connection's own: those of a database with one session must not meet those of a connection before. */
type Kept = { number: number; names: Map<string, string> }

export class PreparedTexts {
  private readonly asked = new LRUCache<string, true>({ max: rememberedTexts })
  private readonly kept = new WeakMap<object, Kept>()

  /** The name under which a connection keeps a text; none for a text that is asked for the first time. */
  of(connection: object, text: string): { name?: string } {
    const kept = this.kept.get(connection)
    const known = kept?.names.get(text)
    if (known) return { name: known }
    if (!this.asked.has(text)) {
      this.asked.set(text, true)
      return {}
    }
    const own = kept ?? { number: nextNumber(), names: new Map() }
    const name = `read_${own.number}_${own.names.size}`
    own.names.set(text, name)
    this.kept.set(connection, own)
    return { name }
  }

  /** Whether a connection keeps as many as it may. */
  isFull(connection: object): boolean {
    return (this.kept.get(connection)?.names.size ?? 0) >= keptByConnection
  }
}

let last = 0

function nextNumber(): number {
  last += 1
  return last
}
