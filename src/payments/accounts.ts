/** The accounts of stores at gateways: their secrets are sealed with SECRETS_KEY, and opened when a gateway is asked. */
import * as v from 'valibot'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Shape } from '../db/shape.ts'
import type { Tx } from '../db/transaction.ts'
import { type SealingKeys, seal, unseal } from '../values/sealed.ts'

const secrets = v.object({
  secretKey: v.string(),
  /** The secrets that sign the webhooks of the gateway: several, while one replaces another. */
  webhookSecrets: v.array(v.string()),
})

type GatewaySecrets = v.InferOutput<typeof secrets>

/** An account of a store at a gateway. */
export type GatewayAccount = GatewaySecrets & { publishableKey: string; isLive: boolean }

export type GatewayAccounts = {
  /** Whether there is a key to seal secrets with. */
  canSeal: boolean
  /** Seals the secrets of an account for its row. @throws Error where there is no key. */
  seal(storeId: bigint, gateway: string, secrets: GatewaySecrets): string
  /** Reads an account; undefined where the store has none. @throws Error where its secrets cannot be opened. */
  find(storeId: bigint, gateway: string): Promise<GatewayAccount | undefined>
}

/** The secrets of an account cannot be opened. */
export class SealedSecrets extends Error {}

/** The name of an account, which its secrets are bound to. */
export const nameOf = (storeId: bigint, gateway: string) => `store ${storeId} at ${gateway}`

/** Creates the accounts of a database. @param keys undefined where SECRETS_KEY is not set. */
export function gatewayAccounts(db: Db, keys: SealingKeys | undefined): GatewayAccounts {
  const keysFor = (name: string): SealingKeys => {
    if (!keys)
      throw new SealedSecrets(
        `The secrets of ${name} are sealed, and SECRETS_KEY is not set: set it, and start the server again.`,
      )
    return keys
  }
  const open = (name: string, sealed: string): GatewaySecrets => {
    const all = keysFor(name)
    try {
      return v.parse(secrets, JSON.parse(unseal(all, name, sealed)))
    } catch (error) {
      throw new SealedSecrets((error as Error).message, { cause: error })
    }
  }
  return {
    canSeal: keys !== undefined,
    seal(storeId, gateway, given) {
      const name = nameOf(storeId, gateway)
      return seal(keysFor(name), name, JSON.stringify(given))
    },
    async find(storeId, gateway) {
      const row = await db.gatewayAccount.findUnique({ where: { storeId_gateway: { storeId, gateway } } })
      if (!row) return undefined
      const name = nameOf(storeId, gateway)
      const opened = open(name, row.secrets)
      return { ...opened, publishableKey: row.publishableKey, isLive: row.isLive }
    },
  }
}

type AccountRow = Pick<Shape<'GatewayAccount'>, 'storeId' | 'gateway' | 'publishableKey' | 'isLive' | 'secrets'>

/** Stores an account in the place of the one before. */
export async function saveAccount(tx: Tx, clock: Clock, row: AccountRow): Promise<void> {
  const { storeId, gateway } = row
  const data = { ...row, updatedAt: clock.now() }
  const where = { storeId_gateway: { storeId, gateway } }
  await tx.gatewayAccount.upsert({ where, create: data, update: data, select: { gateway: true } })
}
