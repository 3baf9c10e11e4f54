/** The import rules: the walls of the house. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schema } from '../src/resources/schema.ts'
import { resourceOf } from '../src/schema/registry.ts'
import { ofEmbedded, onBoth, withoutDatabase } from './support/lanes.ts'

const root = resolve(import.meta.dirname, '..')
const source = resolve(root, 'src')

/** All imports of a text, and those that are there when it runs, and at once. */
const imports = /(?:from |import |import\()'([^']+)'/g
const values = /^(?:import|export) (?!type\b)(?:[^'();]+ from )?'([^']+)'/gm

const importsIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, target = '']) => target)

/** The names that a file takes from another: all of them, or some, at once or when it gets there. */
const taking = /(?:(\* as \w+)|\{([^{}]*)\}) (?:from |= await import\()'(\.[^']+)'/g
/** A name that is taken of an import in place. */
const takingOne = /\(await import\('(\.[^']+)'\)\)\.(\w+)/g

type File = { path: string; text: string; imports: string[]; values: string[] }

const files: File[] = globSync('**/*.{ts,tsx}', { cwd: source }).map((path) => {
  const text = readFileSync(resolve(source, path), 'utf8')
  const targets = (pattern: RegExp) =>
    importsIn(text, pattern).map((target) =>
      target.startsWith('.') ? relative(source, resolve(source, dirname(path), target)) : target,
    )
  return { path, text, imports: targets(imports), values: targets(values) }
})

/** The modules that are loaded with some files, packages included. */
function loadedBy(paths: readonly string[]): Set<string> {
  const loaded = new Set<string>()
  const follow = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const target of files.find((file) => file.path === path)?.values ?? []) follow(target)
  }
  for (const path of paths) follow(path)
  return loaded
}

/** The ways on which some files lead back to themselves: one at least, if there is any. */
function circlesOf(importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const follow = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (way.includes(path) || done.has(path)) return
    for (const target of importsOf.get(path) ?? []) follow(target, [...way, path])
    done.add(path)
  }
  for (const path of importsOf.keys()) follow(path, [])
  return circles
}

/** The imports that break a wall, as `from → to`. */
function breaches(isInside: (path: string) => boolean, isForbidden: (target: string, from: string) => boolean): string[] {
  return files
    .filter(({ path }) => isInside(path))
    .flatMap(({ path, imports }) => imports.filter((target) => isForbidden(target, path)).map((target) => `${path} → ${target}`))
}

/** The rooms from the lowest to the highest: each imports only itself and what stands before it. */
const rooms = [
  // The script of a page, which browsers run: it takes the types of the schema, and nothing else of the server.
  /^desk\/page\//,
  /^values\//,
  // The seam, which all that is measured calls; what listens there stands above what it measures.
  /^observe\/(?:observe|request-facts)\.ts$/,
  /^budget\//,
  /^config\//,
  /^http\//,
  /^pages\//,
  /^(?:docs|graphiql)\//,
  /^db\//,
  /^auth\//,
  /^movements\//,
  /^payments\//,
  /^consumers\//,
  /^context\.ts$/,
  /^schema\//,
  /^read\//,
  /^in-process\.ts$/,
  /^webhooks\//,
  /^mails\//,
  /^writes\//,
  /^purchases\//,
  /^observe\//,
  /^graphql\//,
  /^rest\//,
  /^live\//,
  // The functions that describe resources.
  /^resources\/(?:describe|data-model|event-type-enum|customers\/key-scalar)\.ts$/,
  /^records\//,
  /^resources\//,
  /^worker\//,
  /^copies\//,
  /^account\//,
  /^desk\//,
  /^start\//,
  /^server\.ts$/,
  /^cli\//,
]

/** Imports of a higher room, each with its reason. */
const upward = {
  'context.ts → schema/sent-back.ts': 'a type: a request carries what its body sends back until the schema compares it',
}

/** The engine, which knows of the product what it is told when it is made. */
const engine = /^(schema|read|graphql|rest)\//
const isEngine = (path: string) => engine.test(path)

describe('the walls of the house', () => {
  it('has files to look at', () => {
    expect(files.length).toBeGreaterThan(40)
  })

  it('has at the top of src nothing but what starts the program, what a request carries, and folders', () => {
    const top = globSync('*.*', { cwd: source }).sort()
    expect(top).toEqual(['CHANGELOG.md', 'README.md', 'context.ts', 'in-process.ts', 'launch.js', 'server.ts'])
  })

  it('has rooms that import those below them alone, but for what is named', () => {
    const heightOf = (path: string) => rooms.findIndex((room) => room.test(path))
    expect(files.filter(({ path }) => heightOf(path) < 0).map(({ path }) => path)).toEqual([])
    expect(
      breaches(
        () => true,
        (target, from) => heightOf(target) > heightOf(from),
      ),
    ).toEqual(Object.keys(upward))
  })

  it('has no file of more than 300 lines', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 301)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('lets only config.ts read the environment', () => {
    expect(
      files
        .filter(({ path, text }) => path !== 'config/config.ts' && /process\.env\b(?!\.NODE_ENV')/.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })

  it('keeps the engine free of the product: of its data model, and of its names', () => {
    expect(breaches(isEngine, (target) => /^(\.\.\/)?prisma\/|^(purchases|payments)\//.test(target))).toEqual([])
    const described = Object.values(schema.getTypeMap()).flatMap((type) => resourceOf(type) ?? [])
    const names = described.flatMap(({ name, typeName, kind }) => [name, typeName, kind])
    // These are words of the engine too: what a list is ordered by, who asks, what the database does, and what an object is.
    const others = ['order', 'Order', 'customer', 'transaction', 'label', 'address']
    const named = new RegExp(`\\b(?:${names.filter((name) => !others.includes(name)).join('|')})s?\\b`)
    const sentences = files
      .filter(({ path }) => isEngine(path))
      .flatMap(({ path, text }) => text.split('\n').map((line) => ({ path, line })))
      // Subscriptions are operations of GraphQL too, which says so itself, and addresses may be of e-mail.
      .filter(({ line }) => named.test(line.replace(/'subscription'|GraphQL subscription|e-mail/g, '')))
    expect(sentences.map(({ path, line }) => `${path}: ${line}`)).toEqual([])
  })

  it('has the engine stand by itself: what it is tested with loads neither the product nor a database', () => {
    const tested = globSync('test/engine/*.ts', { cwd: root }).flatMap((path) =>
      importsIn(readFileSync(resolve(root, path), 'utf8'), values).map((target) =>
        relative(source, resolve(root, 'test/engine', target)),
      ),
    )
    const loaded = loadedBy(tested.filter((path) => files.some((file) => file.path === path)))
    expect(loaded).toContain('rest/handler.ts')
    expect([...loaded].filter((path) => /^(resources|purchases|payments|writes)\/|^pg$|prisma/.test(path))).toEqual([])
  })

  it('reads by a pipeline of folders: filters, costs, SQL, what runs a plan, and the plans', () => {
    const steps = [
      /^read\/filter\//,
      /^read\/(?:request|result)\.ts$/,
      /^read\/cost\//,
      /^read\/sql\//,
      /^read\/run\//,
      /^read\/plan\//,
    ]
    const step = (path: string) => steps.findIndex((each) => each.test(path))
    const isRead = (path: string) => path.startsWith('read/')
    expect(files.filter(({ path }) => isRead(path) && step(path) < 0).map(({ path }) => path)).toEqual([])
    expect(breaches(isRead, (target, from) => isRead(target) && step(target) > step(from))).toEqual([])
  })

  it('has no file import another that leads back to it, be it for a type or when it gets there', () => {
    const paths = globSync('{src,prisma}/**/*.{ts,js}', { cwd: root, exclude: ['prisma/generated/**'] })
    const importsOf = (path: string) =>
      importsIn(readFileSync(resolve(root, path), 'utf8'), /(?:from |import |import\()'(\.[^']+)'/g).map((target) =>
        relative(root, resolve(root, dirname(path), target)),
      )
    const found = new Map(paths.map((path) => [path, importsOf(path)]))
    expect([...found.values()].flat().length).toBeGreaterThan(1_000)
    expect(circlesOf(found)).toEqual([])
  })

  it('keeps REST away from the database, its client and the rules: one implementation', () => {
    const isRest = (path: string) => path.startsWith('rest/') || path.endsWith('/routes.ts')
    expect(breaches(isRest, (target) => /^db\/|prisma|rules\.ts$/.test(target))).toEqual([])
  })

  it('keeps the mechanism of consumers free of any one consumer, and of what events tell of', () => {
    const isConsumers = (path: string) => path.startsWith('consumers/')
    expect(files.filter(({ path }) => isConsumers(path)).length).toBeGreaterThan(5)
    expect(breaches(isConsumers, (target) => !/^(?:consumers|db|observe)\/|prisma|^node:/.test(target))).toEqual([])
    expect(files.filter(({ path, text }) => isConsumers(path) && /webhook/i.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('has purchases ask writes, not the compiler of reads', () => {
    // Writes hold rows by the conditions that reads carry.
    const isPurchase = (path: string) => /^(purchases|payments)\//.test(path)
    expect(breaches(isPurchase, (target) => /^(schema|read)\/(?!outcome\.ts)/.test(target))).toEqual([])
  })

  it('writes rows through the door alone, and in the ledger of purchases', () => {
    const exceptions = [
      // The door itself, with its log and its keys.
      /^writes\//,
      // The ledger: a payment, and all that is made of it.
      /^purchases\//,
      /^payments\/(?:sandbox|old-charges)\.ts$/,
      // Keys of gateways, which no log may see, and the ids by which gateways know customers.
      /^payments\/(?:accounts|customers|disputes|reseal|setups)\.ts$/,
      /^resources\/orders\/buyer\.ts$/,
      // Movements of subscriptions, which the log of a write records, and those of before, which no write makes.
      /^movements\//,
      // Sums of movements, which figures read.
      /^resources\/figures\/roll-up\.ts$/,
      // Numbers of invoices, which are given under a lock of their own, and what is due for one.
      /^resources\/invoices\/(?:due|series)\.ts$/,
      // How statements are sent.
      /^db\/(?:connect|statements)\.ts$/,
      // The locks of both.
      /^db\/transaction\.ts$/,
      // Due work is claimed before it goes through the door; a clock on its way writes nothing else.
      /^worker\/(?:due|clocks)\.ts$/,
      // Deliveries are handed over, claimed and recorded by the thousand, without events; replays of them emit one.
      /^(?:consumers\/(?:hand-over|claim|send|recovery)|webhooks\/(?:upkeep|replay)|mails\/upkeep)\.ts$/,
      // How keys are kept, which no log may see whole.
      /^resources\/merchant-keys\/storage\.ts$/,
      /^auth\/(?:signing-keys|caller-key)\.ts$/,
      // Tries to sign in, which a transaction that is refused must not undo, and sessions that are over.
      /^auth\/(?:sign-in-tries|staff-sessions)\.ts$/,
      // The deletion of a test store by an operator, its log included.
      /^db\/delete-store\.ts$/,
      // The address of the demo's page for customers, which follows the port that its server listens on.
      /^start\/demo\.ts$/,
      // Where the database runs and when it was backed up, which are of no store.
      /^(?:db\/installation|copies\/backup-time)\.ts$/,
      // The rows of a whole database, moved into another as they are.
      /^copies\/(?:move|tables)\.ts$/,
      // Links that are mailed to customers and sessions of their page, whose hashes no log may see; and consents that are old enough.
      /^resources\/(?:link-of-customer|account-links\/(?:use|sessions)|consents\/old-consents)\.ts$/,
      // Open carts that nothing has changed for months.
      /^resources\/orders\/carts\/old-carts\.ts$/,
      // Maintenance, and what is tried to see whether writes can be done.
      /^db\/(?:batch-delete|health|embedded\/maintenance|migrate)\.ts$/,
    ]
    const writing =
      /\b(?:tx|db)\.\w+\.(?:create|update|upsert|delete)\w*\(|\$executeRaw|\b(?:INSERT INTO|DELETE FROM|UPDATE \w+ SET|FOR (?:NO KEY )?UPDATE)\b/
    const found = files.filter(({ path, text }) => !exceptions.some((each) => each.test(path)) && writing.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    for (const each of exceptions) expect(files.some(({ path, text }) => each.test(path) && writing.test(text))).toBe(true)
  })

  it('loads little before the settings are known to be good', () => {
    const loaded = loadedBy(['server.ts'])
    expect(loaded).toContain('config/config.ts')
    const heavy =
      /^(?:schema|read|graphql|rest|resources)\/|^start\/(?:app|serve)\.ts$|^(?:pg|graphql-yoga|@prisma\/.*|@pothos\/.*)$|prisma\/generated/
    expect([...loaded].filter((path) => heavy.test(path))).toEqual([])
  })

  it('makes no object of the web’s between the socket and the plan', () => {
    const isOnTheWay = (path: string) => /^(?:http|graphql|rest|read|auth|budget)\/|^start\/(?:app|requests)\.ts$/.test(path)
    // The substitute for a socket in tests and commands.
    // Beside them, the parser of multipart bodies.
    const others = ['rest/form.ts', 'http/fetch.ts']
    const made = /\bnew (?:Request|Response|Headers|FormData|URL)\b|\bURL\.(?:parse|canParse)\b/
    const found = files.filter(({ path, text }) => isOnTheWay(path) && made.test(text)).map(({ path }) => path)
    expect(found).toEqual(others)
  })

  it('imports Node’s HTTP for its types alone, lest a second HTTP client be loaded with it', () => {
    expect(files.filter(({ values }) => values.includes('node:http')).map(({ path }) => path)).toEqual([])
  })

  it('keeps rules pure', () => {
    const isRule = (path: string) => path.endsWith('rules.ts')
    expect(breaches(isRule, (target) => /^(db|schema|read|graphql|rest|auth)\/|builder/.test(target))).toEqual([])
    expect(files.filter(({ path, text }) => isRule(path) && /Date\.now|new Date\(\)/.test(text)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  it('keeps the writes made by declaration free of any one resource', () => {
    const isRecords = (path: string) => path.startsWith('records/')
    // The builder of mutations and the data model know no resource either.
    const isOne = (target: string) =>
      /^resources\/(?!describe\.ts$|data-model\.ts$)|^(?:graphql|rest|purchases|payments)\//.test(target)
    expect(files.filter(({ path }) => isRecords(path)).length).toBeGreaterThan(5)
    expect(breaches(isRecords, isOne)).toEqual([])
  })

  it('lets resources meet by model name, not by importing each other', () => {
    const folder = (path: string) => /^resources\/([^/]+)\//.exec(path)?.[1]
    const isOther = (target: string, from: string) => folder(target) !== undefined && folder(target) !== folder(from)
    expect(breaches((path) => folder(path) !== undefined, isOther)).toEqual([])
  })

  it('loads rows together in one place, by a loader that is made when a request first needs it', () => {
    const loading = files.filter(({ imports }) => imports.includes('dataloader'))
    expect(loading.map(({ path }) => path).sort()).toEqual(['read/run/record-loader.ts'])
    for (const { text } of loading) {
      expect(text.match(/\bnew DataLoader\b/g)).toHaveLength(1)
      // The one that makes it, and its one call.
      expect(text.match(/\bnewLoader\b/g)).toHaveLength(2)
      expect(text).toMatch(/^ {2}reading\.\w+ \?\?= newLoader\(reading\)$/m)
    }
  })

  it('chooses the payment gateway in one place, so that server, worker and commands ask the same', () => {
    const isGateway = (target: string) =>
      /^payments\/(?!(?:gateways?|open|accounts|customers|declines|disputes|old-charges|reseal|setups)\.ts$)/.test(target)
    // A folder is one gateway.
    const isOutside = (path: string) => path !== 'payments/open.ts' && !path.startsWith('payments/stripe/')
    expect(breaches(isOutside, isGateway)).toEqual([])
  })

  it('casts a type away only where types cannot say what is known', () => {
    const exceptions: Record<string, string> = {
      'schema/builder.ts': 'options of a plugin that is installed for what it generates; scalars by names that are data',
      'schema/describe.ts': 'models, scalars and inputs that only the options know by their types',
      'writes/write.ts': 'the delegate of a model by its name',
      'desk/page/graphql.ts': 'the function of urql, with the types of gql.tada',
      'graphql/engine.ts': 'the functions of Envelop’s phases, which answer with results of ours',
      'writes/idempotency.ts': 'JSON that we wrote',
      'values/number.ts': 'JSON.rawJSON, which TypeScript does not know yet',
      'records/record-writes.ts': 'records of a model that only its table of fields knows',
      'resources/products/set-input.ts': 'nested inputs, whose fields come of tables',
      'read/run/prepared.ts': 'placeholders in the place of the values of a request',
      'read/plan/object.ts': 'the information that resolvers of ours do not look at',
    }
    const casting = files.filter(({ text }) => /\bas (?:never|unknown as)\b/.test(text)).map(({ path }) => path)
    expect(casting.sort()).toEqual(Object.keys(exceptions).sort())
  })

  it('has ids as bigint, but in a command that reads them over HTTP', () => {
    const isNumber = /\b(?:id|\w+Id)\??: (?:readonly )?(?:number|bigint \| number)\b/
    const found = files.filter(({ path, text }) => path !== 'cli/listen.ts' && isNumber.test(text)).map(({ path }) => path)
    expect(found).toEqual([])
  })

  it('exports nothing that no other file takes', () => {
    const users = globSync('{src,test,prisma}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', 'prisma/generated/**'],
    })
    const taken = new Set<string>()
    for (const path of users) {
      const text = readFileSync(resolve(root, path), 'utf8')
      for (const [, all, names = '', target = ''] of text.matchAll(taking)) {
        const from = relative(source, resolve(root, dirname(path), target))
        // Of the rows of a resource, all is taken under one name.
        if (all) taken.add(`${from} *`)
        for (const name of names.split(',')) taken.add(`${from} ${name.trim().replace(/^type | as .*/g, '')}`)
      }
      for (const [, target = '', name] of text.matchAll(takingOne))
        taken.add(`${relative(source, resolve(root, dirname(path), target))} ${name}`)
    }
    const exported = files.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type) (\w+)/gm)].map(([, name]) => ({ path, name })),
    )
    expect(exported.length).toBeGreaterThan(400)
    const untaken = exported.filter(({ path, name }) => !taken.has(`${path} *`) && !taken.has(`${path} ${name}`))
    expect(untaken.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })

  it('calls no two types by one name', () => {
    // A page has its rows and answers to itself.
    const types = files
      .filter(({ path }) => path.endsWith('.ts'))
      .flatMap(({ text }) => [...text.matchAll(/^(?:export )?(?:type|class) (\w+)/gm)].map(([, name = '']) => name))
    const repeated = types.filter((name, index) => types.indexOf(name) !== index)
    expect(repeated).toEqual([])
  })

  it('opens every file with one sentence or a few, which say what it is in charge of', () => {
    const opening = /^(?:#!.*\n)?\/\*\*[\s*]+[A-Z`][\s\S]*?[.:`][\s*]*\*\//
    expect(files.filter(({ text }) => !opening.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('has no barrels: a value is imported from where it is made', () => {
    expect(files.filter(({ text }) => /^export (\*|\{[^}]*\}) from/m.test(text)).map(({ path }) => path)).toEqual([])
  })
})

/** The text of a test, and of the files beside it that it imports. */
function textOf(path: string): string {
  const text = readFileSync(path, 'utf8')
  const beside = importsIn(text, imports).filter((target) => target.startsWith('./'))
  return [text, ...beside.map((target) => textOf(resolve(dirname(path), target)))].join('\n')
}

describe('the tests that run on embedded databases, too', () => {
  it('are all that have a part for them alone', () => {
    const listed = new Set(globSync([...ofEmbedded, ...onBoth], { cwd: root }))
    const hasPart = /runIf\((?:isEmbedded|'dataDir'|!(?:store\.)?url)|skipIf\((?:!\(?(?:isEmbedded|'dataDir')|(?:store\.)?url)/
    const found = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter((path) =>
      hasPart.test(readFileSync(resolve(root, path), 'utf8')),
    )
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter((path) => !listed.has(path))).toEqual([])
  })
})

describe('the tests that run once', () => {
  const paths = globSync([...withoutDatabase], { cwd: root })

  it('are found', () => {
    expect(paths.length).toBeGreaterThan(withoutDatabase.length)
  })

  it.each(paths)('%s takes no database', (path) => {
    expect(textOf(resolve(root, path))).not.toMatch(/'(\.\.\/)+(support|db|copies|writes|access)\/|inject\(|DATABASE_URL|pglite/)
  })
})
