/**
 * Node's HTTP without an `import` of it, which asks for all that it has: for the WebSocket among it Node loads a second HTTP client,
 * which takes 5 MiB as long as the process lives.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
