/** Runs in the browser: starts GraphiQL with the options the page carries (a script of its own, for the page's policy). */
const root = document.querySelector('#root')
const workers = JSON.parse(root.dataset.workers)
const options = JSON.parse(root.dataset.options)

globalThis.MonacoEnvironment = { getWorkerUrl: (_, label) => workers[label] ?? workers.editorWorkerService }

const { Authorization } = options.headers ? JSON.parse(options.headers) : { Authorization: 'Bearer ID.SECRET' }

/** Adds its curl command to each REST request that the comments of a tab name. */
const withCurl = ({ query, ...tab }) => ({
  ...tab,
  query: query.replace(
    /^# GET (\/.*)$/gm,
    (line, path) => `${line}\n# curl -s '${location.origin}${path}' -H 'Authorization: ${Authorization}'`,
  ),
})

globalThis.YogaGraphiQL.renderYogaGraphiQL(root, {
  ...options,
  defaultTabs: options.defaultTabs.map(withCurl),
  // Yoga's selection of plugins omits GraphiQL's own: the history.
  plugins: undefined,
  // Without this every keystroke would be written into the address, which a long query makes too long to reload.
  onEditQuery() {},
})
