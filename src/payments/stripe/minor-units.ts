/** Converts amounts between our smallest unit, that of ISO 4217, and the unit in which Stripe takes a currency. Pure. */

// https://docs.stripe.com/currencies: "zero-decimal currencies", less those that it takes with two decimals all the same.
const wholeAtStripe = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
// The same page, "special cases": currencies without a smaller unit whose amounts have two zeros at Stripe.
const hundredfold = ['ISK', 'UGX']
// The same page, "three-decimal currencies": the last digit must be 0.
const threeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']
// ISO 4217, list one: currencies without a smaller unit, of those at Stripe.
const wholeHere = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')

type UnitRate = {
  /** How many of Stripe's units one of ours is. */
  times: bigint
  /** How many of ours one of Stripe's is. */
  per: bigint
  /** The number that an amount of ours must be a multiple of. */
  step: bigint
}

function rateOf(currency: string): UnitRate {
  if (hundredfold.includes(currency)) return { times: 100n, per: 1n, step: 1n }
  if (threeDecimals.includes(currency)) return { times: 1n, per: 1n, step: 10n }
  if (wholeAtStripe.includes(currency) && !wholeHere.includes(currency)) return { times: 1n, per: 100n, step: 100n }
  return { times: 1n, per: 1n, step: 1n }
}

/**
 * An amount as Stripe takes it: 500n UGX is 50000, 1200n MGA is 12.
 *
 * @param currency an ISO code in capitals. @returns undefined where Stripe cannot take it: 1230n KWD but not 1234n.
 */
export function toStripe(amount: bigint, currency: string): number | undefined {
  const { times, per, step } = rateOf(currency)
  return amount % step === 0n ? Number((amount * times) / per) : undefined
}

/** An amount of Stripe's in our smallest unit: 50000 UGX is 500n, 12 MGA is 1200n. */
export function fromStripe(amount: number, currency: string): bigint {
  const { times, per } = rateOf(currency)
  return (BigInt(amount) * per) / times
}

/** The sentence about an amount that Stripe cannot take. */
export const notTaken = (amount: bigint, currency: string): string =>
  `Stripe takes amounts in ${currency} that are multiples of ${rateOf(currency).step}, not ${amount}.`
