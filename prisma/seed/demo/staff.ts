/** The staff of the demo shops: an owner of each, into whom a click signs in, and in the first a person of each status. */
import { hashToken } from '../../../src/auth/staff-sessions.ts'
import type { Calendar } from './calendar.ts'
import type { Rows } from './rows.ts'

// The hash of nothing that can be typed: a password of the demo would be known to everybody.
const noPassword = { passwordHash: 'none' }

export function addStaff(rows: Rows, { larch, harbour }: { larch: number; harbour: number }, calendar: Calendar): void {
  const createdAt = calendar.day(-1200)
  const active = { status: 'active', createdAt, acceptedAt: createdAt, ...noPassword } as const
  const signedInAt = calendar.day(-2)
  const ada = { name: 'Ada Larch', email: 'ada@larch.example', role: 'owner', ...active, signedInAt } as const
  const staffId = rows.add('staff', { storeId: larch, ...ada })
  rows.add('staff', { storeId: larch, name: 'Sam Support', email: 'sam@larch.example', role: 'support', ...active })
  rows.add('staff', {
    ...{ storeId: larch, email: 'pia@larch.example', role: 'warehouse', status: 'invited', createdAt: calendar.day(-1) },
    ...{ invitationHash: hashToken('demo invitation'), invitationExpiresAt: calendar.day(2) },
  })
  rows.add('staff', {
    ...{ storeId: larch, name: 'Rob Former', email: 'rob@larch.example', role: 'marketing', status: 'removed' },
    ...{ createdAt, acceptedAt: createdAt, removedAt: calendar.day(-90) },
  })
  rows.add('staff', { storeId: harbour, name: 'Hal Crumb', email: 'hal@harbour.example', role: 'owner', ...active })
  rows.add('staffSession', {
    ...{ storeId: larch, staffId, tokenHash: hashToken('demo session'), createdAt: signedInAt, endedAt: signedInAt },
    ...{ expiresAt: new Date(signedInAt.getTime() + 12 * 3_600_000), address: '127.0.0.1', userAgent: 'Demo' },
  })
}
