/** Deepest nesting of a request, or of an answer of a third party. */
const DEPTH = 64;
/** Most values: parsing takes a time in proportion to their number, not to the bytes. */
const VALUES = 100_000;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const OPEN = 91;
const CLOSE = 93;
const CASE_BIT = 32;

/**
 * Parses JSON of others. Deep nesting and very many values are refused before the parser, which would take a second for two megabytes
 * of brackets.
 *
 * @throws SyntaxError for text that is not JSON, and above the limits.
 */
export function parseJson(text: string, depth = DEPTH, values = VALUES): unknown {
  requireFlat(text, depth, values);
  return JSON.parse(text);
}

/** @throws SyntaxError above the limits. */
function requireFlat(text: string, depth: number, values: number): void {
  // Most texts are too short for either limit.
  if (text.length <= depth) return;
  let open = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if ((code & ~CASE_BIT) === OPEN) {
      open += 1;
      count += 1;
      if (open > depth) throw new SyntaxError('The JSON is nested too deeply');
    } else if ((code & ~CASE_BIT) === CLOSE) {
      open -= 1;
    } else if (code === COMMA) {
      count += 1;
    }
    if (count > values) throw new SyntaxError('The JSON has too many values');
  }
}

/** Index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
