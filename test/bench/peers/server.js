/** PostGraphile 5 as its manual starts it for production, over the database and port that the environment names. */
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } })],
  grafserv: { watch: false, graphqlPath: '/graphql' },
}
const pgl = postgraphile(preset)
const serv = pgl.createServ(grafserv)
const server = createServer()
server.on('error', (e) => console.error(e))
await serv.addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
