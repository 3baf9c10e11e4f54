/** The cost of an answer that is ready and has only to be sent. */

/** Takes points for an answer before it is sent. @throws Refusal RATE_LIMITED when there are not as many. */
export type Pay = (points: number) => Promise<void>

// A point is about a millisecond of work: a megabyte in memory takes some three to send.
const bytesOfPoint = 65_536

/** The points of an answer of so many bytes. */
export const sendingPoints = (bytes: number): number => Math.max(1, Math.ceil(bytes / bytesOfPoint))
