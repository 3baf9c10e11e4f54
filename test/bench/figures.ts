/** Figures drawn from measured times. */

/** The value that a share of all values does not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Columns of one width each; those from `numbers` on stand right. */
export function aligned(rows: readonly (readonly string[])[], numbers: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    column < numbers ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(cell).join('  ').trimEnd()}`)
}
