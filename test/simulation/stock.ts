/** The stock of a product by the contract: each movement of its count. */

export class Stock {
  onHand: number
  /** Pieces that purchases and deliveries took, less those that were cancelled. */
  taken = 0
  /** Pieces that came back, or were refunded. */
  returned = 0

  constructor(onHand: number) {
    this.onHand = onHand
  }

  take(pieces: number): void {
    this.onHand -= pieces
    this.taken += pieces
  }

  /** Pieces that were taken and are cancelled. */
  release(pieces: number): void {
    this.take(-pieces)
  }

  putBack(pieces: number): void {
    this.onHand += pieces
    this.returned += pieces
  }
}
