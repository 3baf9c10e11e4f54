/** Regions and postcodes of addresses, as they are compared. Pure. */
import names from '../../values/region-names.json' with { type: 'json' }

/** A text without its accents, in upper case. */
const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

/** The codes of the regions of some countries, by their names. */
const codes = new Map(
  Object.entries(names).map(([country, regions]) => [
    country,
    new Map(Object.entries(regions).map(([code, name]) => [plain(name), code])),
  ]),
)

/** The key of a region: its code where its country has a name for it, in any case and with or without accents, else itself. */
export function regionKey(country: string, region: string): string {
  const key = plain(region)
  return codes.get(country)?.get(key) ?? key
}

/** A postcode in any case, without blanks. */
export const postcodeKey = (postcode: string): string => postcode.replace(/\s/g, '').toUpperCase()
