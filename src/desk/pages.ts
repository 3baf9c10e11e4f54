/** The pages and assets of the Desk; `desk.ts` asks for them at the places where the Desk is served. */
import type { Pay } from '../budget/sending.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'

/** Answers a GET or HEAD below `/desk`; undefined for a path that there is not. */
type DeskPages = (request: HttpRequest, pay: Pay) => Promise<HttpAnswer | undefined>

export const deskPages: DeskPages = async () => undefined
