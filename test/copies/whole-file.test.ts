/** A file that is written is whole or not there, also where two are written under one name, and a fault names the disk of the file. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeWhole } from '../../src/copies/whole-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'tandem-whole-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('Two files under one name', () => {
  it('never mix: the first to be done has the name, and the other is refused', async () => {
    const folder = join(directory, 'two')
    mkdirSync(folder)
    const file = join(folder, 'backup')
    const [slow, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun: string[] = []
    const writing = (text: string, until: Promise<void>) =>
      writeWhole(file, async (partial) => {
        begun.push(partial)
        writeFileSync(partial, text.slice(0, 2))
        await until
        writeFileSync(partial, text)
      }).then(() => 'done', String)
    const first = writing('of the first', slow.promise)
    const second = writing('of the second', quick.promise)
    await expect.poll(() => new Set(begun).size).toBe(2)
    quick.resolve()
    expect(await second).toBe('done')
    slow.resolve()
    expect(await first).toBe(`Error: ${file} is there already. Give the name of a new file.`)
    expect(readdirSync(folder)).toEqual(['backup'])
    expect(readFileSync(file, 'utf8')).toBe('of the second')
  })
})

describe('A file that cannot be written', () => {
  const failing = (error: object) => () => Promise.reject(Object.assign(new Error('as the system says it'), error))

  it.each([
    [{ code: 'ENOSPC', syscall: 'write' }, 'its disk is full'],
    [{ code: 'EDQUOT', syscall: 'fsync' }, 'its disk is full for this user'],
    [{ code: 'EFBIG', syscall: 'write' }, 'it would be larger than a file may be there'],
    [{ code: 'EIO', syscall: 'write' }, 'its disk fails'],
  ])('names its own disk: %j', async (error, reason) => {
    const file = join(directory, 'full')
    await expect(writeWhole(file, failing(error))).rejects.toThrow(`${file} cannot be written: ${reason}. Nothing of it is left.`)
    expect(readdirSync(directory).filter((name) => name.startsWith('full'))).toEqual([])
  })

  it('is not what a fault of reading is about', async () => {
    const error = { code: 'EIO', syscall: 'read', path: '/srv/data/postgres/base' }
    await expect(writeWhole(join(directory, 'read'), failing(error))).rejects.toThrow('as the system says it')
  })

  it('has a directory, and is none', async () => {
    const inFile = join(directory, 'file', 'backup')
    writeFileSync(join(directory, 'file'), '')
    const write = async () => {}
    await expect(writeWhole(inFile, write)).rejects.toThrow(
      `${join(directory, 'file')} is no directory, so ${inFile} cannot be made in it.`,
    )
    const inNone = join(directory, 'none', 'backup')
    await expect(writeWhole(inNone, write)).rejects.toThrow(
      `There is no directory ${join(directory, 'none')} to make ${inNone} in.`,
    )
    await expect(writeWhole(directory, write)).rejects.toThrow(`${directory} is there already. Give the name of a new file.`)
  })
})
