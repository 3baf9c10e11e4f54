/** A titled part of a page, and the terms of a record within one. */
import type { ReactNode } from 'react'

type PanelProps = { title: string; aside?: ReactNode; children: ReactNode; isFlush?: boolean }

/** @param isFlush whether what is inside reaches the border, as tables do. */
export const Panel = ({ title, aside, children, isFlush = false }: PanelProps) => (
  <section className={isFlush ? 'panel flush' : 'panel'}>
    <header>
      <h2>{title}</h2>
      {aside && <div className="aside">{aside}</div>}
    </header>
    {children}
  </section>
)

/** Pairs of a term and its value; those without a value are left out. */
export const Terms = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="terms">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
