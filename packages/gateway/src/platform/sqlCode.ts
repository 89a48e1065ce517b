/** What PostgreSQL's scanner takes as white space. */
const SPACE = /[ \t\n\r\f\v]+/y;

/** A word: what a name or a number continues with. `$` belongs to it, so that no dollar quote starts there. */
const WORD = /[\w$\u0080-\uffff]+/y;

const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/** How a text with escapes by backslashes starts. */
const ESCAPING = /^e'/i;

/**
 * The code of SQL: without comments, with one space between words. White space next to a parenthesis, comma or semicolon is
 * removed. Texts in quotes stay as they are, and so do bodies of functions, whose comments are part of the function.
 */
export function sqlCode(sql: string): string {
  let code = '';
  let isApart = false;
  let last = '';
  let added = '';
  const add = (text: string) => {
    const isTight = code === '' || '(),;'.includes(added.at(-1) ?? '') || '(),;'.includes(text[0] ?? '');
    code += isApart && !isTight ? ` ${text}` : text;
    isApart = false;
    added = text;
  };
  for (let at = 0; at < sql.length; ) {
    const end = endOfGap(sql, at);
    if (end > at) {
      isApart = true;
      at = end;
      continue;
    }
    // A text that continues another one, on a later line, has the escapes of that one.
    const next = sql[at] === "'" ? endOfQuote(sql, at, ESCAPING.test(last)) : endOfToken(sql, at);
    last = sql[at] === "'" && ESCAPING.test(last) ? last : sql.slice(at, next);
    add(sql.slice(at, next));
    at = next;
  }
  return code;
}

/** The end of the white space or comment that starts here; `at` if none does. */
function endOfGap(sql: string, at: number): number {
  SPACE.lastIndex = at;
  if (SPACE.test(sql)) return SPACE.lastIndex;
  if (sql.startsWith('--', at)) {
    const length = sql.slice(at).search(/[\n\r]/);
    return length < 0 ? sql.length : at + length;
  }
  if (!sql.startsWith('/*', at)) return at;
  // PostgreSQL's comments contain others.
  let depth = 0;
  for (let end = at; end < sql.length; ) {
    if (sql.startsWith('/*', end)) depth += 1;
    else if (sql.startsWith('*/', end)) depth -= 1;
    else {
      end += 1;
      continue;
    }
    end += 2;
    if (depth === 0) return end;
  }
  return sql.length;
}

/** The end of the text in quotes, the word or the character that starts here. */
function endOfToken(sql: string, at: number): number {
  const first = sql[at] ?? '';
  if (first === '"') return endOfQuote(sql, at, false);
  if (first === '$') return endOfDollarQuote(sql, at);
  WORD.lastIndex = at;
  if (!WORD.test(sql)) return at + 1;
  const end = WORD.lastIndex;
  return sql[end] === "'" && ESCAPING.test(sql.slice(at, end + 1)) ? endOfQuote(sql, end, true) : end;
}

/** @param isEscaping - Whether a backslash escapes the next character: in `E'…'`. */
function endOfQuote(sql: string, at: number, isEscaping: boolean): number {
  const quote = sql[at];
  for (let end = at + 1; end < sql.length; end += 1) {
    if (isEscaping && sql[end] === '\\') end += 1;
    else if (sql[end] === quote && sql[end + 1] === quote) end += 1;
    else if (sql[end] === quote) return end + 1;
  }
  return sql.length;
}

function endOfDollarQuote(sql: string, at: number): number {
  DOLLAR_TAG.lastIndex = at;
  const [tag] = DOLLAR_TAG.exec(sql) ?? [];
  if (tag === undefined) return at + 1;
  const end = sql.indexOf(tag, at + tag.length);
  return end < 0 ? sql.length : end + tag.length;
}
