/** The pieces of an order that are restocked, by the contract. */
import { sum } from './money.ts'
import type { Delivery } from './parcel.ts'
import type { Stock } from './stock.ts'

/** How pieces come back. */
export type WayBack = 'refunded' | 'returned' | 'cancelled'

export class PiecesBack {
  readonly #back = new Map<Stock, Record<WayBack, number>>()
  /** Pieces that refunds put on hand before they were sent; they count as never taken. */
  readonly #spared = new Map<Stock, number>()

  /**
   * So many pieces are to be restocked in all, of those that deliveries have taken.
   *
   * @param deliveries those of the stock in the order.
   * @returns how many that puts there.
   */
  put(stock: Stock | undefined, pieces: number, how: WayBack, deliveries: readonly Delivery[]): number {
    if (!stock) return 0
    const before = this.#of(stock)
    const taken = sum(deliveries.map((delivery) => delivery.taken))
    const more = Math.max(0, Math.min(pieces, taken) - sum(Object.values(before)))
    if (how === 'cancelled') stock.release(more)
    else stock.putBack(more)
    this.#back.set(stock, { ...before, [how]: before[how] + more })
    return more
  }

  /**
   * Refunds ask for so many pieces in all. They come back of those that were sent and are out; the rest was not sent: those of lines bought
   * once leave their deliveries, and those of subscriptions take it again if they are sent all the same.
   */
  refund(stock: Stock | undefined, pieces: number, deliveries: readonly Delivery[]): void {
    if (!stock) return
    const back = this.put(stock, pieces - (this.#spared.get(stock) ?? 0), 'refunded', deliveries)
    const { refunded, returned } = this.#of(stock)
    const sent = sum(deliveries.map(({ status, taken }) => (status === 'fulfilled' ? taken : 0)))
    let over = Math.max(0, back - Math.max(0, sent - returned - (refunded - back)))
    const open = deliveries.filter(({ status }) => status === 'open')
    for (const delivery of open.toSorted((one, other) => Number(!!one.line.life) - Number(!!other.line.life))) {
      const spared = Math.min(over, delivery.taken)
      delivery.taken -= spared
      over -= spared
      this.#spared.set(stock, (this.#spared.get(stock) ?? 0) + spared)
      this.#back.set(stock, { ...this.#of(stock), refunded: this.#of(stock).refunded - spared })
    }
  }

  #of(stock: Stock): Record<WayBack, number> {
    return this.#back.get(stock) ?? { refunded: 0, returned: 0, cancelled: 0 }
  }
}
