/** The options of Node in `npm start`, before the name of the file. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: { start: string }
}

const words = scripts.start.split(' ')

export const startOptions: readonly string[] = words.slice(words.indexOf('node') + 1, words.indexOf('src/launch.js'))
