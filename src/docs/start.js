/** Runs in the browser: starts Swagger UI with the options the page carries (a script of its own, for the page's policy). */
const root = document.querySelector('#docs')
const { document: address, graphiql, token } = JSON.parse(root.dataset.options)

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

/** Shows below each path the GraphQL operations that it runs, with links that open them in GraphiQL. */
const operations = {
  wrapComponents: {
    operation:
      (Original, { React }) =>
      (props) => {
        const names = whole.paths[props.operation.get('path')]?.[props.operation.get('method')]?.['x-operations'] ?? []
        const linked = names.map((name) =>
          graphiql
            ? React.createElement(
                'a',
                { key: name, href: `${graphiql}?operation=${name}`, target: '_blank', rel: 'noopener' },
                name,
              )
            : React.createElement('code', { key: name }, name),
        )
        const line = React.createElement(
          'p',
          { className: 'runs' },
          'GraphQL: ',
          ...linked.flatMap((link, at) => (at > 0 ? [', ', link] : [link])),
        )
        return React.createElement('div', { className: 'with-operation' }, React.createElement(Original, props), line)
      },
  },
}

// Some lists have hundreds of filters with operators, which take the browser seconds to show.
const choice = document.querySelector('#operators')
choice.checked = new URLSearchParams(location.search).has('operators')
choice.addEventListener('change', () => {
  location.search = choice.checked ? '?operators' : ''
})

/** The parameters of an operation, in full: Swagger UI follows references slowly. */
const parametersOf = ({ parameters }) =>
  parameters.map(({ $ref, ...own }) => ($ref ? whole.components.parameters[$ref.split('/').at(-1)] : own))

const withParameters = (operation) => ({
  ...operation,
  parameters: parametersOf(operation).filter(
    ({ in: place, name }) => choice.checked || place !== 'query' || !name.includes('__'),
  ),
})
const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** Loads the document; where there is none, answers sentences that say why. */
async function load() {
  const response = await fetch(address).catch(() => undefined)
  if (!response) return { failures: [`${address} cannot be shown: the server does not answer.`] }
  const body = await response.json().catch(() => undefined)
  if (response.ok && body) return { whole: body }
  const seconds = response.headers.get('Retry-After')
  const advice = seconds ? `Reload this page after ${seconds} seconds.` : 'Reload this page later.'
  return { failures: [`${address} cannot be shown: its status is ${response.status}.`, ...(body?.errors ?? []), advice] }
}

const { whole, failures } = await load()
if (whole) show()
else root.textContent = failures.join(' ')

function show() {
  const spec = { ...whole, paths: mapValues(whole.paths, (path) => mapValues(path, withParameters)) }

  const ui = globalThis.SwaggerUIBundle({
    domNode: root,
    spec,
    layout: 'BaseLayout',
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [operations],
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    displayRequestDuration: true,
    // The validator is another site's.
    validatorUrl: null,
    onComplete() {
      listGroups(ui)
      if (token) ui.preauthorizeApiKey('merchantBearer', token)
    },
  })
}

/** Lists the groups of paths; each link opens its group, which is closed at first. */
function listGroups(ui) {
  const links = whole.tags.map(({ name }) => {
    const link = Object.assign(document.createElement('a'), { textContent: name, href: `#/${encodeURIComponent(name)}` })
    link.addEventListener('click', () => {
      ui.layoutActions.show(['operations-tag', name], true)
      root.querySelector(`[data-tag="${CSS.escape(name)}"]`)?.scrollIntoView()
    })
    return link
  })
  document.querySelector('#contents').replaceChildren(...links)
}
