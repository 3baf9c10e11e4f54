/** Reads which origins each store allows. */
import type { Db } from '../db/connect.ts'
import { maxOrigins, type StoreOrigins } from '../http/cross-origin.ts'

export const readStoreOrigins = (db: Db): Promise<StoreOrigins[]> => db.$queryRaw`
  SELECT id, host, ARRAY(SELECT origin FROM allowed_origin WHERE store_id = store.id LIMIT ${maxOrigins}) AS origins FROM store`
