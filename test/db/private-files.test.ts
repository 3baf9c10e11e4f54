/** The files of an embedded database are their user's alone, from the first moment and at every start. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { closeToOthers } from '../../src/db/embedded/private-files.ts'
import { holdDirectory } from '../../src/db/lock.ts'
import { copyToDirectory } from '../support/embedded.ts'

const template = inject('template')
const parent = mkdtempSync(join(tmpdir(), 'tandem-private-'))
afterAll(() => rmSync(parent, { recursive: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The permissions of all that is in a directory, itself included: each once, for directories and for files. */
function modesIn(directory: string): { directories: string[]; files: string[] } {
  const all = readdirSync(directory, { recursive: true, withFileTypes: true })
  const of = (isDirectory: boolean) => {
    const paths = all.filter((each) => each.isDirectory() === isDirectory).map(({ parentPath, name }) => join(parentPath, name))
    return [...new Set((isDirectory ? [directory, ...paths] : paths).map(modeOf))]
  }
  return { directories: of(true), files: of(false) }
}

/** Opens a directory and what is in it to everybody, as an umask of 0 does. */
const openToAll = (directory: string) => spawnSync('chmod', ['-R', 'a+rwX', directory])

describe.skipIf(process.platform === 'win32')('A data directory', () => {
  it('is made for its user alone', () => {
    const directory = join(parent, 'above', 'made')
    holdDirectory(directory)()
    expect(modesIn(directory)).toEqual({ directories: ['700'], files: ['600'] })
    // The directory above it is none of ours.
    expect(modeOf(join(parent, 'above'))).toBe((0o777 & ~process.umask()).toString(8))
  })

  it.skipIf(!('dataDir' in template))('is closed at a start, with all files that are there', async () => {
    if (!('dataDir' in template)) return
    const directory = join(parent, 'open')
    mkdirSync(directory)
    copyToDirectory(template.dataDir, directory)
    writeFileSync(join(directory, 'notes.txt'), 'not ours')
    openToAll(directory)
    const told: string[] = []
    const open = () => openEmbedded({ dataDir: directory }, { warn: (sentence) => void told.push(sentence) })
    for (let start = 1; start <= 2; start += 1) {
      const { close } = await open()
      expect(modeOf(directory)).toBe('700')
      expect(modeOf(join(directory, 'postgres'))).toBe('700')
      for (const name of ['pid', 'lock', 'postgres/PG_VERSION', 'postgres/global/pg_control'])
        expect([name, modeOf(join(directory, name))]).toEqual([name, '600'])
      expect(modeOf(join(directory, 'notes.txt'))).toBe('666')
      await close()
      openToAll(directory)
    }
    expect(told).toEqual([])
  })

  it('is closed where it is a link to another', () => {
    const [volume, link] = [join(parent, 'volume'), join(parent, 'link')]
    mkdirSync(join(volume, 'postgres', 'base'), { recursive: true })
    writeFileSync(join(volume, 'postgres', 'base', '1'), 'data')
    openToAll(volume)
    symlinkSync(volume, link)
    expect(closeToOthers(link)).toBeUndefined()
    expect(modesIn(volume)).toEqual({ directories: ['700'], files: ['600'] })
  })

  it('that is there for all users is said, and what is ours in it is closed', () => {
    const directory = join(parent, 'shared')
    mkdirSync(join(directory, 'postgres'), { recursive: true })
    openToAll(directory)
    chmodSync(directory, 0o1777)
    expect(closeToOthers(directory)).toBe(
      `${directory} stays open to other users of this machine (it is a directory for all users). The data hold secrets: ` +
        'have the volume mounted for this user alone, or choose another directory with DATA_DIR.',
    )
    expect([modeOf(directory), modeOf(join(directory, 'postgres'))]).toEqual(['777', '700'])
  })

  it.skipIf(process.getuid?.() !== 0)('that is another user’s is said, and is no hindrance', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tandem-others-'))
    mkdirSync(join(directory, 'postgres'))
    openToAll(directory)
    // Loaded before the process gives up the right to read this project.
    const script = `
      const { closeToOthers } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/db/embedded/private-files.ts'))})
      process.setuid(65534)
      console.log(closeToOthers(${JSON.stringify(directory)}))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    rmSync(directory, { recursive: true })
    expect(stdout).toContain(`${directory} stays open to other users of this machine (EPERM), and 1 more. `)
  })
})
