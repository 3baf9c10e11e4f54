/** Where the page is: its store, and the paths below `/desk/{store id}`. */
const root = document.getElementById('root') as HTMLElement

/** The id of the store, from the page's own address. */
export const storeId = root.dataset.store ?? ''

/** Whether the store is the demo store, which signs in with one click. */
export const isDemo = root.dataset.demo === 'true'

/** The path of the page, which all its links are relative to. */
export const base = `/desk/${storeId}`

export { root }
