/** A metadata record that is sent back as a read gave it: its data, and whose it says it is. Pure. */
import { badInput } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { isObject } from '../../values/object.ts'
import { field, type Name, type Sentence, say } from '../../values/sentence.ts'
import { shown, snakeCase } from '../../values/text.ts'
import { type MetadataOwner, ownerTypes } from './entries.ts'

/** The columns of an owner, one of which a record has. */
const ownerNames = Object.keys(ownerTypes)
const shared = ['storeId', 'data', 'createdAt', 'updatedAt']

/** The five keys of a record, by the column of its owner, as the schema and as the contract spells them. */
const spellings = [(name: string) => name, snakeCase].flatMap((spell) =>
  ownerNames.map((ownerName) => ({ ownerName, spell, keys: [ownerName, ...shared].map(spell) })),
)

/** Metadata by itself, or a record with the ids that it gives for its owner and its store. */
type SentMetadata = { data: unknown; record?: { ownerName: string; ownerId: unknown; storeId: unknown } }

/**
 * Reads metadata that was sent. A record is an object with exactly the five keys of one, in the spelling of either surface, and an
 * object in `data`; anything else is metadata by itself.
 */
export function readSent(value: unknown): SentMetadata {
  if (!isObject(value)) return { data: value }
  const names = Object.keys(value)
  const found = spellings.find(({ keys }) => names.length === keys.length && keys.every((key) => Object.hasOwn(value, key)))
  if (!found || !isObject(value.data)) return { data: value }
  const { ownerName, spell } = found
  return { data: value.data, record: { ownerName, ownerId: value[spell(ownerName)], storeId: value[spell('storeId')] } }
}

/**
 * Refuses a record that was sent to another owner or into another store than its own.
 *
 * @throws Refusal BAD_INPUT naming each id that is another's.
 */
export function checkOwn({ record }: SentMetadata, owner: MetadataOwner<bigint>, storeId: bigint): void {
  if (!record) return
  const [name = '', id = 0n] = Object.entries(owner)[0] ?? []
  const faults = [
    ownerFault(record, name, id),
    idFault(field('storeId'), record.storeId, storeId, 'the store that is written in'),
  ]
  each(faults, (fault) => {
    if (fault) throw badInput(fault, 'data')
  })
}

const ownerFault = (
  { ownerName, ownerId }: NonNullable<SentMetadata['record']>,
  name: string,
  id: bigint,
): Sentence | undefined =>
  ownerName === name
    ? idFault(field(name), ownerId, id, 'whose metadata is written')
    : say`${field(ownerName)} must not be given: the metadata written is that of ${field(name)} ${id}.`

const idFault = (name: Name, given: unknown, id: bigint, meaning: string): Sentence | undefined =>
  String(given) === String(id) ? undefined : say`${name} must be ${id}, ${meaning}, not ${shown(given)}.`
