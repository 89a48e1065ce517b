/**
 * Splits JSON without parsing it, because parsing rounds numbers above 2^53, which Solana uses.
 * Both functions expect text that `JSON.parse` accepts.
 */
export interface JsonMembers {
  readonly [name: string]: string | undefined;
}

/** The text of each member of an object. As in `JSON.parse`, the last of several with one name counts. */
export function jsonMembers(text: string): JsonMembers {
  const members: Record<string, string> = Object.create(null);
  for (const [start, end] of parts(text)) {
    const nameEnd = stringEnd(text, start);
    const colon = text.indexOf(':', nameEnd);
    members[JSON.parse(text.slice(start, nameEnd)) as string] = text.slice(colon + 1, end).trim();
  }
  return members;
}

/** The text of each element of a list. */
export function jsonElements(text: string): string[] {
  return parts(text).map(([start, end]) => text.slice(start, end).trim());
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const OPEN = 91;
const CLOSE = 93;
const CASE_BIT = 32;

/** Start and end of the texts between the commas of the outermost level. */
function parts(text: string): [number, number][] {
  const found: [number, number][] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1;
    } else if ((code & ~CASE_BIT) === OPEN) {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if ((code & ~CASE_BIT) === CLOSE) {
      depth -= 1;
      if (depth === 0) add(found, text, start, at);
    } else if (code === COMMA && depth === 1) {
      add(found, text, start, at);
      start = at + 1;
    }
  }
  return found;
}

/** Skips leading white space, and a blank part: an empty list has no elements. */
function add(found: [number, number][], text: string, start: number, end: number): void {
  let first = start;
  while (first < end && text.charCodeAt(first) <= 32) first += 1;
  if (first < end) found.push([first, end]);
}

/** Index after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    if (at === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}
