/** The rules of shipping zones: what a place needs, and which bands fit together. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'

/** The most live zones of a store, and the most bands of a zone. */
export const maxZones = 1_000
export const maxBands = 50

/** Refuses a region or a postcode of no country. */
export function checkPlace({ country, region, postcode }: { country: string | null; region: string; postcode: string }): void {
  const name = region !== '' ? 'region' : postcode !== '' ? 'postcode' : undefined
  if (country === null && name) throw badInput(say`${field('country')} is required with ${field(name)}.`)
}

type BandBounds = { atLeast: number; below: number | null }

/** Refuses a band that is for nothing. */
export function checkBand({ atLeast, below }: BandBounds): void {
  if (below !== null && below <= atLeast)
    throw badInput(say`${field('below')} must be larger than ${field('atLeast')}, ${atLeast}.`)
}

/** Refuses bands of a zone that overlap. */
export function checkBands(bands: readonly (BandBounds & { id: bigint })[]): void {
  const inOrder = bands.toSorted((one, other) => one.atLeast - other.atLeast)
  for (const [place, { id, atLeast, below }] of inOrder.entries()) {
    const next = inOrder[place + 1]
    if (next && (below === null || below > next.atLeast))
      throw badInput(
        say`The bands ${id} and ${next.id} of the zone overlap: one is for ${atLeast} to below ${below ?? 'no end'}, the other from ${next.atLeast} on.`,
      )
  }
}
