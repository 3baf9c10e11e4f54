/** The files to deploy with, held to each other and to the product. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { commandOf, context, instructions, root, stages, valuesOf } from './dockerfile.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
/** The options of Node that `npm start` gives a server. */
const options = (scripts.start ?? '').split(' ').filter((word) => word.startsWith('--') && word !== '--with-parent')

describe('The Dockerfile', () => {
  const last = stages.at(-1) ?? []

  it('has no fault that a linter finds', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })

  it('starts the server with the options of npm start, as a user without rights', () => {
    expect(commandOf(last, 'CMD')).toEqual(['node', ...options, 'src/server.ts'])
    expect(valuesOf(last, 'USER')).toEqual(['node'])
    expect(last.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(last.findLastIndex(({ name }) => name === 'RUN'))
    expect(valuesOf(last, 'HEALTHCHECK')).toHaveLength(1)
  })

  it('has a stage of its own for packages, of which the last takes what it needs', () => {
    expect(stages).toHaveLength(2)
    expect(valuesOf(last, 'COPY')[0]).toBe('--from=packages /app/node_modules node_modules')
    expect(new Set(stages.map(([first]) => first?.value.replace(/ AS .*/, '')))).toEqual(new Set(['node:24-slim']))
  })

  it('is given nothing but what it copies', () => {
    const copied = instructions
      .filter(({ name, value }) => name === 'COPY' && !value.startsWith('--from'))
      .flatMap(({ value }) => value.split(' ').slice(0, -1))
    expect(new Set(copied)).toEqual(new Set(context))
    expect(read('.dockerignore')).toMatch(/^\*$/m)
  })
})

type Service = {
  environment?: Record<string, string>
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
  read_only?: boolean
  cap_drop?: string[]
  expose?: string[]
}

describe('compose.yaml', () => {
  const { services } = parse(read('src/deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const webs = Object.entries(services).filter(([name]) => name.startsWith('web-'))

  it('has PostgreSQL, its backup, Redis, two instances and a proxy', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'backup', 'redis', 'web-1', 'web-2', 'proxy'])
    for (const [, { depends_on = {} }] of [...webs, ['proxy', services.proxy ?? {}] as const])
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name)
  })

  it('gives instances settings that are taken, a read-only root and no rights', () => {
    for (const [, { environment = {}, read_only, cap_drop }] of webs) {
      const filled = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{[^}]*\}/, 'secret')]),
      )
      expect(readConfig(filled)).toMatchObject({ trustProxy: 1, database: { kind: 'postgres' }, redisUrl: 'redis://redis:6379' })
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
    }
  })
})

describe.each(['haproxy.cfg', 'nginx.conf'])('%s', (name) => {
  const proxy = read(`src/deploy/${name}`)

  it('knows the instances of compose.yaml, and no other', () => {
    const { services } = parse(read('src/deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
    const webs = Object.keys(services).filter((each) => each.startsWith('web-'))
    const named = [...proxy.matchAll(/^ *server (web-\d).*\1:4000/gm), ...proxy.matchAll(/^ *server (web-\d):4000;/gm)]
    expect([...new Set(named.map(([, web]) => web))]).toEqual(webs)
  })

  it('never sends a request twice, and shows no metrics', () => {
    const isHaproxy = name === 'haproxy.cfg'
    expect(proxy).toMatch(isHaproxy ? /^ *retry-on conn-failure$/m : /^ *proxy_next_upstream off;$/m)
    expect(proxy).toMatch(isHaproxy ? /deny_status 404 if \{ path \/metrics \}/ : /location = \/metrics \{\s+return 404;/)
  })
})

it('nginx.conf lets bodies through as large as the server takes, and passes Host on with its port', () => {
  const proxy = read('src/deploy/nginx.conf')
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(proxy) ?? []
  expect(Number(mebibytes) * 1_048_576).toBe(defaultLimits.bulkBytes)
  expect(proxy).toContain('proxy_set_header Host $http_host;')
})

it('haproxy.cfg is taken by HAProxy, where it is installed', ({ skip }) => {
  const settings = { LISTEN: '127.0.0.1:8080', WEB_1: '127.0.0.1:1', WEB_2: '127.0.0.1:2' }
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, ...settings }
  const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', join(root, 'src/deploy/haproxy.cfg')], {
    env,
    encoding: 'utf8',
  })
  if (error) skip()
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

describe('tandem.service', () => {
  const unit = read('src/deploy/tandem.service')

  it('starts the server as npm start does', () => {
    expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]).toBe(scripts.start)
  })

  it('waits longer for its end than a server takes', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    const source = read('src/start/drain.ts')
    const [, drain = ''] = /drainMilliseconds = ([\d_]+)/.exec(source) ?? []
    const [, notice = ''] = /noticeSeconds = (\d+)/.exec(source) ?? []
    const longest = Number(notice) * 1_000 + Number(drain.replaceAll('_', ''))
    expect(Number(seconds) * 1_000).toBeGreaterThan(longest + 2_000)
    expect(/stop_grace_period: (\d+)s/.exec(read('src/deploy/compose.yaml'))?.[1]).toBe(seconds)
  })

  it('is taken by systemd-analyze, where it is installed', ({ skip }) => {
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', join(root, 'src/deploy/tandem.service')], {
      encoding: 'utf8',
    })
    if (error) skip()
    // Node may be elsewhere on this machine.
    const faults = stderr.split('\n').filter((line) => line.includes('tandem.service') && !line.includes('is not executable'))
    expect(faults).toEqual([])
  })
})

describe('Backups once a day', () => {
  const unit = read('src/deploy/tandem-backup.service')

  it('are of the database of tandem.service, by a command that is there', () => {
    const server = read('src/deploy/tandem.service')
    for (const line of [
      'Environment=DATA_DIR=/var/lib/tandem',
      'EnvironmentFile=-/etc/tandem.env',
      'WorkingDirectory=/srv/tandem',
    ])
      for (const text of [unit, server]) expect(text.split('\n')).toContain(line)
    const [, options] = /node (.* src\/cli\/tandem\.ts) backup \/var\/lib\/tandem-backups\/\$\$\(date/.exec(unit) ?? []
    expect(`node ${options}`).toBe((JSON.parse(read('package.json')) as { scripts: { tandem: string } }).scripts.tandem)
    expect(read('src/deploy/tandem-backup.timer')).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d:\d\d$/m)
  })

  it('are recorded as tandem backup records them, in compose.yaml too', () => {
    const [, compose] = /(UPDATE installation SET \w+) = '\$\$began'/.exec(read('src/deploy/compose.yaml')) ?? []
    expect(read('src/copies/backup-time.ts')).toContain(`${compose} = `)
  })

  it.each(['tandem-backup.service', 'tandem-backup.timer'])('%s is taken by systemd-analyze, where it is installed', (name) => {
    const { error, stderr } = spawnSync('systemd-analyze', ['verify', join(root, 'src/deploy', name)], { encoding: 'utf8' })
    const faults = error ? [] : stderr.split('\n').filter((line) => line.includes(name) && !line.includes('is not executable'))
    expect(faults).toEqual([])
  })
})
