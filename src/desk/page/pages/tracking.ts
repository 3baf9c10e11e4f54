/**
 * Reads a pasted list of tracking numbers: a parcel a line, its number and its tracking number, and perhaps the carrier, between commas,
 * semicolons or tabs, as a CSV of a carrier has them. A first line without a digit has the names of the columns.
 */
type TrackedParcel = { parcel: string; trackingNumber: string; carrier: string | undefined }

type TrackingList = { tracked: readonly TrackedParcel[]; faults: readonly string[] }

const maxLines = 1_000

/**
 * @param known the numbers of the parcels that wait.
 * @returns the parcels with their tracking numbers, and a sentence for each line that is wrong.
 */
export function readTracking(text: string, known: ReadonlySet<string>): TrackingList {
  const tracked: TrackedParcel[] = []
  const faults: string[] = []
  const seen = new Set<string>()
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  lines.slice(0, maxLines).forEach((line, place) => {
    if (line === '') return
    const [parcel = '', trackingNumber = '', carrier] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    const number = parcel.replace(/^#/, '')
    const here = `Line ${place + 1}`
    if (!/^\d+$/.test(number)) {
      const isHeader = place === 0 && !/\d/.test(line)
      if (!isHeader) faults.push(`${here} begins with “${parcel}”, which is no number of a parcel.`)
    } else if (!known.has(number)) faults.push(`${here}: there is no parcel ${number} among those chosen.`)
    else if (!trackingNumber) faults.push(`${here}: parcel ${number} has no tracking number.`)
    else if (seen.has(number)) faults.push(`${here}: parcel ${number} stands in the list twice.`)
    else {
      seen.add(number)
      tracked.push({ parcel: number, trackingNumber, carrier: carrier || undefined })
    }
  })
  if (lines.length > maxLines) faults.push(`The list has more than ${maxLines} lines.`)
  return { tracked, faults }
}
