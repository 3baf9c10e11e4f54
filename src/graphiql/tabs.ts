/** The tabs that GraphiQL begins with: documents, each of which answers a question that people ask of a shop. */
import { readFile } from 'node:fs/promises'

/** The files of the documents, in the order of the tabs, which are named after their operations. */
export const tabFiles = [
  'welcome',
  'revenue',
  'mrr',
  'churn',
  'survival',
  'past-due',
  'to-ship',
  'low-stock',
  'renewals',
  'today',
].map((name) => new URL(`./tabs/${name}.graphql`, import.meta.url))

/**
 * Reads the documents of the tabs. A comment `# GET /v1/…` in one is a request that answers the same on REST; the browser adds its
 * curl command (start.js), which has the address and the credential of the page.
 */
export const readTabs = (): Promise<string[]> => Promise.all(tabFiles.map((file) => readFile(file, 'utf8')))
