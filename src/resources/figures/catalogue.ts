/** The figures that there are, by their names. */

import type { Figure } from './figure.ts'
import { mrr, mrrMovements } from './mrr.ts'
import { products } from './products.ts'
import { recovery } from './recovery.ts'
import { renewals } from './renewals.ts'
import { refunds, revenue, sales } from './revenue.ts'
import { churn, retention, subscribers } from './subscribers.ts'
import { survival } from './survival.ts'
import { tax } from './tax.ts'

export const catalogue = {
  mrr,
  mrrMovements,
  subscribers,
  churn,
  retention,
  survival,
  sales,
  revenue,
  recovery,
  refunds,
  renewals,
  products,
  tax,
} as const satisfies Record<string, Figure>

export type FigureName = keyof typeof catalogue

/** The name of a figure's type. */
export const typeOfFigure = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Figure`
