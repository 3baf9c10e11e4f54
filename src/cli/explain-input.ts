/** Parses the input of `tandem explain`: an operation of a document, or a REST path; neither changes data. */
import { readFile } from 'node:fs/promises'
import {
  type DocumentNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { readConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { run } from '../graphql/run.ts'
import { requestOf } from '../http/fetch.ts'
import { restTable } from '../resources/routes.ts'
import { schema } from '../resources/schema.ts'
import { createRest } from '../rest/handler.ts'
import { OperatorError } from '../values/operator-error.ts'

/** Runs what was given, and answers the sentence of what was wrong with it, if anything was. */
export type RunAsked = (context: Context) => Promise<string | undefined>

type OfDocument = { document: string; variables: string; operation?: string }

/** @throws OperatorError for what is no such operation. */
export async function operationAsked({ document: file, variables, operation: operationName }: OfDocument): Promise<RunAsked> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new OperatorError(`--document ${file} cannot be read (${code}).`)
  })
  const given = parsed(text)
  const [fault] = validate(schema, given)
  if (fault) throw new OperatorError(fault.message)
  if (!getOperationAST(given, operationName)) throw new OperatorError('Give the name of one of its operations with --operation.')
  const document = triedOnly(given)
  const variableValues = readVariables(variables)
  return async (context) => {
    const { errors: [error] = [], data = [] } = await run(schema, { document, operationName, variableValues }, context)
    return error?.message ?? refusalIn(data.join(''))
  }
}

/** Why a rule refused a write, if one did. */
function refusalIn(data: string): string | undefined {
  const payloads = Object.values((JSON.parse(data || '{}') ?? {}) as object)
  const refusals = payloads.flatMap((payload: { [refused]?: { message: string }[] } | null) => payload?.[refused] ?? [])
  return refusals[0]?.message
}

/** @throws OperatorError for what is no path of REST. */
export function pathAsked(path: string): RunAsked {
  const base = 'http://localhost'
  if (/^\/v1\/?(?:\?|$)/.test(path)) throw new OperatorError('--path /v1/ lists the paths of REST, and reads nothing for it.')
  if (!path.startsWith('/v1/') || !URL.canParse(path, base))
    throw new OperatorError(`--path must be a path of REST, such as '/v1/subscriptions/?status=active', not ${path}`)
  const request = requestOf(new Request(new URL(path, base)), 'operator')
  return async (context) => {
    const answer = createRest({ table: restTable, pageBase: readConfig().pageBase })
    const { status, body } = await answer(request, context)
    return status < 400 ? undefined : JSON.parse(String(body)).errors[0]
  }
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text)
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}

/** A field added to the selection of every payload: the reason for a refusal. */
const refused = 'explainedRefusal'
const [refusalField] = (parse(`{ ${refused}: userErrors { message } }`).definitions[0] as OperationDefinitionNode).selectionSet
  .selections

/** The same document, whose writes are dry runs: nothing stays of them, and they say why they are refused. */
function triedOnly(document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  const dryRun = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'dryRun' },
    value: { kind: Kind.BOOLEAN, value: true },
  } as const
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (types.getParentType() !== schema.getMutationType() || node.name.value.startsWith('__')) return undefined
        const others = (node.arguments ?? []).filter(({ name }) => name.value !== dryRun.name.value)
        const { selections = [] } = node.selectionSet ?? {}
        const selectionSet = { kind: Kind.SELECTION_SET, selections: [...selections, refusalField as SelectionNode] }
        return { ...node, arguments: [...others, dryRun], selectionSet }
      },
    }),
  )
}

function readVariables(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new OperatorError('--variables must be a JSON object.')
}
