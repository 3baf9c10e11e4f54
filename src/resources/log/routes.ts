/** How the log is shown on what was written to; it has no path of its own. */

export const fragments = `
  fragment LogEntry on LogEntry {
    id type createdAt actor actorName surface operation requestId recordType recordId note changes refusedBy message
  }
`
