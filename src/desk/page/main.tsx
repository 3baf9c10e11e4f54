/** Starts the page. */
import { createRoot } from 'react-dom/client'
import { Provider } from 'urql'
import { Router } from 'wouter'
import { client } from './client.ts'
import { Desk } from './desk.tsx'
import { base, root } from './place.ts'

createRoot(root).render(
  <Provider value={client}>
    <Router base={base}>
      <Desk />
    </Router>
  </Provider>,
)
