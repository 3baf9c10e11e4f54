/** The Redis of the tests: CI names one, and then its tests are not left out; elsewhere they run where a Redis happens to answer. */
import { Redis } from 'ioredis'

const named = process.env.TEST_REDIS_URL

export const redisUrl = named ?? 'redis://127.0.0.1:6379'

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 300, commandTimeout: 300, retryStrategy: null })
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.ping())
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.disconnect())
}

export const hasRedis = named !== undefined || (await answers(redisUrl))
