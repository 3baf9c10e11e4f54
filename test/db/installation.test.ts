/** Where a database is, and whether it is the place that it knows. */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { withSession } from '../../src/db/connect.ts'
import { type DatabasePlace, isSamePlace, placeOfDirectory, placeOnServer } from '../../src/db/installation.ts'
import { openStore } from '../support/store.ts'

const template = inject('template')

const onServer: DatabasePlace = { kind: 'postgres', system: '7301', oid: '16384', name: 'tandem' }
const inDirectory: DatabasePlace = { kind: 'embedded', inode: '42', born: '1790000000000000001' }

describe('A place', () => {
  it.each<[string, DatabasePlace, DatabasePlace, boolean]>([
    ['itself', onServer, { ...onServer }, true],
    ['another server', onServer, { ...onServer, system: '7302' }, false],
    ['another database of its server', onServer, { ...onServer, oid: '16385', name: 'other' }, false],
    ['one of its name that was made anew', onServer, { ...onServer, oid: '16385' }, false],
    ['it by another name', onServer, { ...onServer, name: 'other' }, false],
    ['it where the server does not say which it is', onServer, { ...onServer, system: null }, true],
    ['a directory', onServer, inDirectory, false],
    ['its own directory', inDirectory, { ...inDirectory }, true],
    ['a directory that got the same inode later', inDirectory, { ...inDirectory, born: '1790000000000000002' }, false],
    ['a directory of another inode made in the same moment', inDirectory, { ...inDirectory, inode: '43' }, false],
    ['its directory where nobody says when that was made', inDirectory, { ...inDirectory, born: null }, true],
    ['another one where nobody says when that was made', inDirectory, { ...inDirectory, inode: '43', born: null }, false],
  ])('is compared with %s', (_with, one, other, isSame) => {
    expect([isSamePlace(one, other), isSamePlace(other, one)]).toEqual([isSame, isSame])
  })
})

describe('The place of a directory', () => {
  function directory(): string {
    const made = mkdtempSync(join(tmpdir(), 'tandem-place-'))
    onTestFinished(() => rmSync(made, { recursive: true, force: true }))
    return made
  }

  it('stays when it is written in and moved, and is no copy’s', () => {
    const above = directory()
    const here = join(above, 'here')
    mkdirSync(here)
    writeFileSync(join(here, 'one'), '')
    const place = placeOfDirectory(here)
    writeFileSync(join(here, 'other'), '')
    renameSync(here, join(above, 'there'))
    expect(isSamePlace(place, placeOfDirectory(join(above, 'there')))).toBe(true)
    cpSync(join(above, 'there'), here, { recursive: true, preserveTimestamps: true })
    expect(isSamePlace(place, placeOfDirectory(here))).toBe(false)
  })
})

describe.skipIf('dataDir' in template)('The place of a database on a server', async () => {
  const { url = '' } = await openStore({ isApart: true })

  it('is the server’s identifier, and the database’s number and name', async () => {
    const place = await withSession(url, placeOnServer)
    expect(place).toEqual({
      kind: 'postgres',
      system: expect.stringMatching(/^\d+$/),
      oid: expect.stringMatching(/^\d+$/),
      name: new URL(url).pathname.slice(1),
    })
    expect(await withSession(url, placeOnServer)).toEqual(place)
  })

  it('is found out for a user who may not ask for the identifier, and is the same one then', async () => {
    const role = `tandem_test_${randomUUID().replaceAll('-', '')}`
    const place = await withSession(url, placeOnServer)
    await withSession(url, async (session) => {
      await session.exec(`CREATE ROLE ${role}; REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC; SET ROLE ${role}`)
      const found = await placeOnServer(session)
      await session.exec(`RESET ROLE; GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC; DROP ROLE ${role}`)
      expect(found).toEqual({ ...place, system: null })
      expect(isSamePlace(place, found)).toBe(true)
    })
  })
})
