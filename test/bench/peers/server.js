/** PostGraphile 5 as its manual starts it for production, over the database and the port that the environment names. */
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const { DATABASE_URL: connectionString, PORT } = process.env

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphqlOverGET: true, watch: false },
})

const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
