/** Whether sessions have the settings they were asked to have: a pooler between may leave them out (src/deploy/README.md). */
import type { Session } from './session.ts'

/** Sessions lack a setting that times and numbers would be wrong without; the message says what to do. */
export class SessionSettingsError extends Error {}

type SessionSettings = { name: string; zone: string; isUtc: boolean; style: string; digits: number }

/**
 * Refuses sessions whose times and numbers would be read wrong.
 *
 * @throws SessionSettingsError naming each setting, and the statement that gives it to all sessions of the database.
 */
export async function checkSessionSettings(session: Pick<Session, 'query'>): Promise<void> {
  const { rows } = await session.query(`SELECT current_database() AS name, current_setting('TimeZone') AS zone,
    current_setting('DateStyle') AS style, current_setting('extra_float_digits')::int AS digits,
    extract(timezone FROM timestamptz '2026-01-01') = 0 AND extract(timezone FROM timestamptz '2026-07-01') = 0 AS "isUtc"`)
  const { name, zone, isUtc, style, digits } = rows[0] as SessionSettings
  const wrong = [
    ...(isUtc ? [] : [['timezone', zone, 'UTC'] as const]),
    ...(style.startsWith('ISO') ? [] : [['datestyle', style, 'ISO'] as const]),
    ...(digits >= 1 ? [] : [['extra_float_digits', String(digits), '1'] as const]),
  ]
  if (wrong.length === 0) return
  const found = wrong.map(([setting, value]) => `${setting} ${value}`).join(' and ')
  const statements = wrong.map(([setting, , value]) => `ALTER DATABASE "${name}" SET ${setting} = '${value}';`).join(' ')
  throw new SessionSettingsError(
    `Sessions of the database have ${found}, whatever they ask for, as behind a pooler that leaves their settings out. ` +
      `Run at the database itself: ${statements}`,
  )
}
