/** The definition of a figure, and from when on it is exact. */
import { day } from '../format.ts'

type DefinitionProps = { of: { definition: string; formula?: string; exactSince?: string } }

export const Definition = ({ of: { definition, formula, exactSince } }: DefinitionProps) => (
  <details className="definition">
    <summary>How it is counted</summary>
    <p>{definition}</p>
    {formula && <p>{formula}</p>}
    {exactSince && <p>Exact since {day(exactSince)}.</p>}
  </details>
)
