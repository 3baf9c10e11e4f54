/**
 * Node's HTTP without an `import`, which would touch all its exports: for the WebSocket among them Node loads a second HTTP client, which
 * takes 5 MiB as long as the process lives.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
