/** Backups of an embedded database beside a server that writes, and what becomes of them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { backUpEmbedded } from '../../src/copies/embedded-backup.ts'
import { restoreEmbedded } from '../../src/copies/embedded-restore.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { outOfSight } from '../support/every-statement.ts'

const template = inject('template')
const silent = () => {}
const patient = { timeout: 60_000 }

describe.skipIf(!('dataDir' in template) || process.platform === 'win32')(
  'The backup of an embedded database',
  { timeout: 200_000 },
  async () => {
    if (!('dataDir' in template)) return
    const parent = mkdtempSync(join(tmpdir(), 'tandem-backups-'))
    afterAll(() => rmSync(parent, { recursive: true }))
    const dataDir = join(parent, 'data')
    mkdirSync(dataDir)
    copyToDirectory(template.dataDir, dataDir)
    const file = join(parent, 'backup')
    const failed = (name: string, bytes: Uint8Array) => {
      const [damaged, target] = [join(parent, name), join(parent, `${name}-target`)]
      writeFileSync(damaged, bytes)
      return expect(restoreEmbedded({ dataDir: target }, damaged, silent).finally(() => expect(existsSync(target)).toBe(false)))
    }

    it('is one moment of it, made while a server goes on writing, and a copy where it is restored', () =>
      outOfSight(async () => {
        const server = await openEmbedded({ dataDir }, { program: 'server', readSeconds: 60 })
        await server.admitCommands?.()
        await server.db.$executeRaw`CREATE TABLE moved (number int, amount int)`
        let [written, isOver] = [0, false]
        const write = async () => {
          while (!isOver) {
            await server.session(async ({ exec }) => {
              await exec('BEGIN')
              await exec(`INSERT INTO moved SELECT ${written}, n FROM generate_series(1, 500) n`)
              await exec(`INSERT INTO moved SELECT ${written}, -n FROM generate_series(1, 500) n`)
              if (written % 4 === 3) await exec('UPDATE moved SET number = number WHERE number % 3 = 0')
              await exec('COMMIT')
            })
            written += 1
          }
        }
        const writing = write()
        await expect.poll(() => written, patient).toBeGreaterThan(1)
        const before = written
        const made = await backUpEmbedded(dataDir, file, silent)
        const after = written
        isOver = true
        await writing
        expect(after).toBeGreaterThan(before)
        expect(made.isShared).toBe(true)
        for (const wait of made.waits) expect(wait).toBeGreaterThanOrEqual(0)
        // It is done with it: the next one is not refused, and the log may be shortened again.
        await backUpEmbedded(dataDir, `${file}-2`, silent)
        await server.close()
        expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
        expect(readdirSync(parent).sort()).toEqual(['backup', 'backup-2', 'data'])

        const target = { dataDir: join(parent, 'restored') }
        // As a process leaves it that was killed while it restored.
        mkdirSync(join(target.dataDir, 'postgres.new', 'base'), { recursive: true })
        expect(await restoreEmbedded(target, file, silent)).toMatchObject({ stores: 2 })
        const restored = await openEmbedded(target)
        expect(restored.isCopy).toBe(true)
        const [found] = await restored.db.$queryRaw<{ numbers: number; rows: number; sum: number }[]>`
          SELECT count(DISTINCT number)::int AS numbers, count(*)::int AS rows, sum(amount)::int AS sum FROM moved`
        expect(found?.sum).toBe(0)
        expect(found?.rows).toBe(1_000 * (found?.numbers ?? 0))
        expect(found?.numbers).toBeGreaterThanOrEqual(before)
        expect(found?.numbers).toBeLessThanOrEqual(after + 1)
        await restored.close()
      }))

    it('is made by one command at a time', () =>
      outOfSight(async () => {
        const server = await openEmbedded({ dataDir }, { program: 'server' })
        await server.admitCommands?.()
        const config = { host: dataDir, user: 'postgres', database: 'postgres', password: '', ssl: false }
        const other = new pg.Client({ ...config, application_name: 'tandem backup' })
        await other.connect()
        await other.query(`SELECT pg_backup_start('other', true)`)
        await expect(backUpEmbedded(dataDir, join(parent, 'second'), silent)).rejects.toThrow(
          'Another backup of this database is under way.',
        )
        expect(existsSync(join(parent, 'second'))).toBe(false)
        // One that is killed leaves nothing begun.
        Reflect.get(other, 'connection').stream.destroy()
        other.on('error', silent)
        await expect
          .poll(() => backUpEmbedded(dataDir, join(parent, 'second'), silent).then(() => 'made', String), patient)
          .toBe('made')
        await server.close()
      }))

    it('is no other file: neither one that is there, nor one that is cut or damaged or something else is restored', async () => {
      await expect(backUpEmbedded(dataDir, file, silent)).rejects.toThrow(
        `${file} is there already. Give the name of a new file.`,
      )
      await expect(restoreEmbedded({ dataDir }, file, silent)).rejects.toThrow(
        `There is a database in ${dataDir}, and none is restored over another. Name another directory with DATA_DIR, or move that one away.`,
      )
      const bytes = readFileSync(file)
      const notWhole = 'is damaged, or not whole. Nothing was restored.'
      for (const length of [bytes.length - 1, bytes.length >> 1, 5_000])
        await failed(`cut-${length}`, bytes.subarray(0, length)).rejects.toThrow(notWhole)
      const damaged = Buffer.from(bytes)
      damaged.writeUInt16BE(damaged.readUInt16BE(bytes.length >> 1) ^ 0xffff, bytes.length >> 1)
      await failed('damaged', damaged).rejects.toThrow(notWhole)
      // A whole archive without the label that comes last.
      const archive = gunzipSync(bytes)
      const label = archive.lastIndexOf('backup_label')
      await failed(
        'unlabelled',
        gzipSync(Buffer.concat([archive.subarray(0, label), Buffer.alloc(1_024)]), { level: 1 }),
      ).rejects.toThrow(notWhole)
      for (const [name, other] of [
        ['empty', Buffer.alloc(0)],
        ['text', Buffer.from('no backup')],
        ['zipped', gzipSync('no backup'.repeat(1_000))],
      ] as const)
        await failed(name, other).rejects.toThrow(
          `is no backup of an embedded database: tandem backup makes them. Nothing was restored.`,
        )
      const newer = Buffer.from(archive)
      newer.write('30', newer.indexOf('"migration":"20') + '"migration":"'.length)
      await failed('newer', gzipSync(newer, { level: 1 })).rejects.toThrow('Restore it with that version.')
    })
  },
)
