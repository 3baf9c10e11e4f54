/**
 * Loaded before the server, takes out of it what stands between a request and its answer: authentication, scopes, limits of
 * documents, cost and budget. All the rest stays the same server.
 */
import { registerHooks } from 'node:module'

/** The substitute for a module; `?guarded` is the module itself. */
const standIns: Record<string, string> = {
  'src/auth/admission.ts': `
    import { openAccount } from '../budget/account.ts'
    const account = openAccount(undefined, 'bench')
    export const visitorAccount = () => account
    const viewer = { role: 'merchant', storeId: 1n, pageBase: null, currency: 'USD', hasTestClock: false, clientId: 'bench', scopes: ['*'], stillOpens: () => true }
    export const admission = () => async () => ({ account, viewer })`,
  'src/auth/scopes.ts': `
    export * from './scopes.ts?guarded'
    export const requireScopes = () => {}`,
  'src/graphql/documents.ts': `
    export * from './documents.ts?guarded'
    export const checkLength = () => {}
    export const checkDocument = () => {}`,
  'src/read/cost/cost.ts': `
    export * from './cost.ts?guarded'
    export const planCost = () => () => ({ requested: 1, fixed: 1 })`,
}

const found = new Set<string>()

registerHooks({
  load(url, context, next) {
    const name = Object.keys(standIns).find((path) => url.endsWith(`/${path}`))
    if (!name) return next(url, context)
    found.add(name)
    return { format: 'module', source: standIns[name] ?? '', shortCircuit: true }
  },
})

// A module that was moved would be measured on both sides.
setTimeout(() => {
  const missing = Object.keys(standIns).filter((path) => !found.has(path))
  if (missing.length > 0) throw new Error(`The benchmark takes out modules that are not there: ${missing.join(', ')}.`)
}, 2_000).unref()
