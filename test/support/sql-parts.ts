/** A statement as a tree of tokens and parentheses: enough to tell names, words and clauses apart. */

export type Token = { text: string; isName: boolean }

/** A statement, or what stands in parentheses: its tokens, and the parentheses in it. */
export type Part = (Token | Part)[]

/** Whether an item stands in parentheses. */
export const isPart = (item: Token | Part | undefined): item is Part => Array.isArray(item)

/** `SELECT "a"."b" FROM t -- why` → SELECT, name a, `.`, name b, FROM, name t. Texts are left out. */
function tokensOf(sql: string): Token[] {
  const found = sql.matchAll(/--[^\n]*|\/\*[^*]*\*\/|'(?:[^']|'')*'|"([^"]+)"|([a-z_]\w*)|\$\d+|[^\s]/gi)
  return [...found]
    .filter(([text]) => !/^(--|\/\*)/.test(text))
    .map(([text, quoted, word]) => ({ text: quoted ?? word?.toLowerCase() ?? text, isName: quoted !== undefined }))
}

/** Reads a statement. */
export function readSql(sql: string): Part {
  const stack: Part[] = [[]]
  for (const token of tokensOf(sql)) {
    if (token.text === '(' && !token.isName) stack.push([])
    else if (token.text === ')' && !token.isName) {
      const part = stack.pop() ?? []
      stack.at(-1)?.push(part)
    } else stack.at(-1)?.push(token)
  }
  return stack[0] ?? []
}

/** Whether an item is this word of SQL, and no name. */
export const isWord = (item: Token | Part | undefined, word: string): boolean =>
  !isPart(item) && !item?.isName && item?.text === word
