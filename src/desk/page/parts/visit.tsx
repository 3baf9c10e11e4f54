/** A link to a record, which is plain text for a role that may not read such records. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useShop } from '../shop.tsx'

type VisitProps = { to: 'customers' | 'orders' | 'subscriptions' | 'products' | 'coupons'; id: string; children: ReactNode }

export function Visit({ to, id, children }: VisitProps) {
  const { may } = useShop()
  return may(`read_${to}`) ? <Link href={`/${to}/${id}`}>{children}</Link> : <span>{children}</span>
}
