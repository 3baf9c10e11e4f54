/** The rules of staff: who may be invited, changed and removed, and how long an invitation is good. Pure. */

import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'

/** How many people of a store there may be who are not removed. */
export const mostStaff = 200

/** How many sessions of a person may be open; one more ends the oldest. */
export const mostSessions = 20

const invitationHours = 72

type PersonState = { id: bigint; status: string; invitationExpiresAt: Date | null }

/** When an invitation that is made now ends. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + invitationHours * 3_600_000)

/** @throws Refusal BAD_INPUT for one more person than a store may have. */
export function checkRoom(count: number): void {
  if (count >= mostStaff) throw badInput(`A store has at most ${mostStaff} people; remove one first.`)
}

/** @throws Refusal WRONG_STATUS for a person who is removed. */
export function checkPresent({ status }: Pick<PersonState, 'status'>): void {
  if (status === 'removed') throw new Refusal('WRONG_STATUS', 'The person is removed; invite them again.')
}

/** @throws Refusal BAD_INPUT for an invitation of somebody who is here already. */
export function checkInvitable({ status }: Pick<PersonState, 'status'>): void {
  if (status === 'active') throw badInput(say`A person with this ${field('email')} address is in the store already.`)
}

/**
 * Keeps a store from losing its last owner.
 *
 * @param owners the active owners of the store.
 * @throws Refusal WRONG_STATUS where the person is the last of them.
 */
export function checkNotLastOwner({ id }: Pick<PersonState, 'id'>, owners: readonly Pick<PersonState, 'id'>[]): void {
  if (owners.length === 1 && owners[0]?.id === id)
    throw new Refusal('WRONG_STATUS', 'The last owner of a store stays; make another person an owner first.')
}

/** @throws Refusal WRONG_STATUS for a person who has an authenticator app. */
export function checkNotConfirmed({ totpConfirmedAt }: { totpConfirmedAt: Date | null }): void {
  if (totpConfirmedAt) throw new Refusal('WRONG_STATUS', 'The person has an authenticator app; remove it first.')
}

/** The sealed secret of a person. @throws Refusal WRONG_STATUS where there is none. */
export function checkEnrolled({ totpSecret }: { totpSecret: string | null }): string {
  if (totpSecret === null) throw new Refusal('WRONG_STATUS', 'There is no authenticator app to confirm; enrol one first.')
  return totpSecret
}

/** The one answer to a token of an invitation that there is not, that was used, or that is over. */
export const notInvited = () =>
  badInput(say`The ${field('token')} is of no open invitation: it was used, is over, or was replaced. Ask to be invited again.`)

/** @throws Refusal BAD_INPUT for an invitation that is over. */
export function checkInvitation({ status, invitationExpiresAt }: PersonState, now: Date): void {
  if (status !== 'invited' || invitationExpiresAt === null || invitationExpiresAt <= now) throw notInvited()
}
