/** The second factor of a person: an authenticator app, enrolled and confirmed by one of its codes, and codes for its loss. */
import { hashRecoveryCode, matchingStep, newRecoveryCodes, newTotpSecret, otpauthUrl } from '../../auth/totp.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { readSealingKeys } from '../../config/config.ts'
import type { Shape } from '../../db/shape.ts'
import { badInput, WrongGuess } from '../../values/errors.ts'
import { type SealingKeys, seal, unseal } from '../../values/sealed.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { changesOfColumns, lockPerson } from './locked.ts'
import { checkEnrolled, checkNotConfirmed, checkPresent } from './rules.ts'

const shows = { field: 'staffMember', resource: 'Staff' } as const

/** People look after their own factor, whatever their role. */
const needsNoScope = (viewer: Viewer, input: { id?: unknown }): boolean =>
  viewer.role === 'merchant' && String(viewer.person?.staffId) === input.id

/** The name that the sealed secret of a person is bound to. */
const ownerOf = ({ storeId, id }: Pick<Shape<'Staff'>, 'storeId' | 'id'>): string => `staff ${id} of store ${storeId}`

function sealingKeys(): SealingKeys {
  const keys = readSealingKeys()
  if (!keys)
    throw badInput(
      'Secrets of authenticator apps are kept encrypted, and the server has no key for that: set SECRETS_KEY to 32 random bytes in base64 (openssl rand -base64 32), and start it again.',
    )
  return keys
}

mutation('enrolTotp', {
  emits: ['staff.updated'],
  description:
    'Makes the secret of an authenticator app of a person, which takes effect when `confirmTotp` has one of its codes. Doing it again before that makes another. People do it for themselves, whatever their role.',
  input: (t) => ({ id: t.id({ required: true, description: 'The person.' }) }),
  needsNoScope,
  shows,
  showsOnce: {
    secret: 'The secret in base32, shown this once.',
    otpauthUrl: 'The link for a QR code that apps read, shown this once.',
  },
  async write(write, { id }) {
    const { person } = await lockPerson(write, id)
    checkPresent(person)
    checkNotConfirmed(person)
    const store = await write.lockStore()
    const secret = newTotpSecret()
    await write.change(person, { totpSecret: seal(sealingKeys(), ownerOf(person), secret) })
    return { id: person.id, changes: {}, shownOnce: { secret, otpauthUrl: otpauthUrl(secret, store.name, person.email) } }
  },
})

mutation('confirmTotp', {
  emits: ['staff.updated'],
  description:
    'Confirms the authenticator app of a person by one of its codes: signing in takes a code from then on. Shows ten recovery codes, each good once in the place of a code.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The person.' }),
    code: t.string({ required: true, description: 'The code that the app shows.' }),
  }),
  needsNoScope,
  shows,
  showsOnce: { recoveryCodes: 'The recovery codes, separated by blanks, shown this once.' },
  async write(write, { id, code }) {
    const { person } = await lockPerson(write, id)
    checkPresent(person)
    checkNotConfirmed(person)
    const { now } = write.context
    const step = matchingStep(unseal(sealingKeys(), ownerOf(person), checkEnrolled(person)), code, now, 0)
    if (step === undefined) throw badInput(say`${field('code')} is not what the app shows; check the clock of the device.`)
    const codes = newRecoveryCodes()
    const recoveryHashes = codes.map(hashRecoveryCode)
    await write.change(person, { totpConfirmedAt: now, totpStep: BigInt(step), recoveryHashes })
    return { id: person.id, changes: changesOfColumns(write, 'totpConfirmedAt'), shownOnce: { recoveryCodes: codes.join(' ') } }
  },
})

mutation('removeTotp', {
  emits: ['staff.updated'],
  description:
    'Removes the authenticator app of a person and its recovery codes; the password alone signs in from then on. Doing it again changes nothing.',
  input: (t) => ({ id: t.id({ required: true, description: 'The person.' }) }),
  needsNoScope,
  shows,
  async write(write, { id }) {
    const { person } = await lockPerson(write, id)
    await write.change(person, noTotp)
    return { id: person.id, changes: changesOfColumns(write, 'totpConfirmedAt') }
  },
})

/** The columns of a person without the factor. */
export const noTotp = { totpSecret: null, totpConfirmedAt: null, totpStep: null, recoveryHashes: [] }

/**
 * Takes the code of a locked person who signs in, or a recovery code, so that it is good no more.
 *
 * @throws WrongGuess saying that a code is needed, or is not right.
 */
export async function takeCode(write: Write, person: Shape<'Staff'>, code: string | undefined): Promise<void> {
  const { totpSecret, totpConfirmedAt, totpStep, recoveryHashes } = person
  if (totpConfirmedAt === null || totpSecret === null) return
  if (code === undefined) throw new WrongGuess('A code of the authenticator app is needed too: send it as code.')
  const step = matchingStep(unseal(sealingKeys(), ownerOf(person), totpSecret), code, write.context.now, Number(totpStep ?? 0))
  const hash = hashRecoveryCode(code)
  if (step !== undefined) return write.change(person, { totpStep: BigInt(step) })
  if (!recoveryHashes.includes(hash)) throw new WrongGuess('The code is not right, or was used before.')
  return write.change(person, { recoveryHashes: recoveryHashes.filter((each) => each !== hash) })
}
