/** Runs in the browser: starts GraphiQL with the options the page carries (a script of its own, for the page's policy). */
const root = document.querySelector('#root')
const workers = JSON.parse(root.dataset.workers)

globalThis.MonacoEnvironment = { getWorkerUrl: (_, label) => workers[label] ?? workers.editorWorkerService }

globalThis.YogaGraphiQL.renderYogaGraphiQL(root, {
  ...JSON.parse(root.dataset.options),
  // Yoga's selection of plugins omits GraphiQL's own: the history.
  plugins: undefined,
  // Without this every keystroke would be written into the address, which a long query makes too long to reload.
  onEditQuery() {},
})
