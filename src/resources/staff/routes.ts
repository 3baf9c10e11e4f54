/** The REST rows for the staff. */
import { detail, list, write } from '../../rest/route.ts'

export const fragments = `
  fragment Staff on Staff {
    id name email role status scopes invitationExpiresAt createdAt acceptedAt signedInAt totpConfirmedAt removedAt redactedAt type url
  }

  fragment StaffSession on StaffSession { id staffId createdAt expiresAt endedAt address userAgent type }
`

const one = '/v1/staff/{staff_id}/'

export const routes = [
  list('/v1/staff/', 'ListStaff', 'staff', 'Staff', '...Staff'),
  write('POST /v1/staff/', 'inviteStaff', 'staffMember { ...Staff } invitationUrl'),
  detail(one, 'GetStaffMember', 'staffMember', '...Staff'),
  write(`PUT ${one}`, 'updateStaff', 'staffMember { ...Staff }'),
  write(`DELETE ${one}`, 'removeStaff'),
  write(`PUT ${one}redact/`, 'redactStaff', 'staffMember { ...Staff }'),
  list(`${one}sessions/`, 'ListStaffSessions', 'staffMember(id: $staff_id).sessions', 'StaffSession', '...StaffSession'),
  write('DELETE /v1/staff_sessions/{staff_session_id}/', 'endStaffSession'),
]
