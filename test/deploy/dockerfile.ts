/** Reads the Dockerfile, and runs its steps without a container engine: each stage is an empty directory that stands for its root. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

type Instruction = { name: string; value: string }

/** The instructions, without comments, each in one line. */
export const instructions: Instruction[] = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .join('\n')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', value = ''] = /^(\w+) +(.*)$/.exec(line) ?? []
    return { name, value }
  })

/** The stages, each from its FROM on. */
export const stages: Instruction[][] = instructions.reduce<Instruction[][]>((found, each) => {
  if (each.name === 'FROM') found.push([])
  found.at(-1)?.push(each)
  return found
}, [])

/** The names of the build context: those that .dockerignore lets in. */
export const context = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

export const valuesOf = (stage: readonly Instruction[], name: string): string[] =>
  stage.filter((each) => each.name === name).map(({ value }) => value)

/** An instruction whose value is a list in JSON, behind its options. */
export const commandOf = (stage: readonly Instruction[], name: string): string[] => {
  const [value = ''] = valuesOf(stage, name)
  return JSON.parse(value.slice(value.indexOf('['))) as string[]
}

/** Runs the steps of all stages, the first in `<place>/0`. Nothing is owned by another user, and no image is below. */
export function runSteps(place: string): string[] {
  const roots = stages.map((_stage, number) => join(place, String(number)))
  for (const [number, stage] of stages.entries()) runStage(stage, roots[number] ?? '', roots)
  return roots
}

function runStage(stage: readonly Instruction[], own: string, roots: readonly string[]): void {
  const within = (path: string) => (path.startsWith('/') ? join(own, path) : join(own, directory, path))
  let directory = '/'
  for (const { name, value } of stage) {
    if (name === 'WORKDIR') {
      directory = value
      mkdirSync(within('.'), { recursive: true })
    }
    if (name === 'COPY') copy(value, roots, within)
    // Paths from the root are those of the stage; there is no user of the image's to own anything.
    if (name === 'RUN') {
      const script = value.replaceAll(/(^|\s)\/(?=\w)/g, `$1${own}/`)
      execFileSync('sh', ['-ec', `chown() { :; }\n${script}`], { cwd: within('.'), stdio: ['ignore', 'ignore', 'pipe'] })
    }
  }
}

function copy(value: string, roots: readonly string[], within: (path: string) => string): void {
  const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(value) ?? []
  const sources = paths.split(' ')
  const target = within(sources.pop() ?? '')
  const stage = from ? roots[stages.findIndex(([first]) => first?.value.endsWith(` AS ${from}`))] : undefined
  for (const source of sources) {
    if (!from && !context.includes(source)) throw new Error(`.dockerignore keeps ${source} from the builder.`)
    const path = join(stage ?? root, source)
    if (!existsSync(path)) throw new Error(`${source} is not there to be copied.`)
    const isInto = existsSync(target) && statSync(target).isDirectory() && !statSync(path).isDirectory()
    cpSync(path, isInto ? join(target, basename(source)) : target, { recursive: true })
  }
}
