/**
 * Takes JSON apart without reading it: numbers above 2^53, which Solana uses, would be rounded.
 * Both functions expect text that `JSON.parse` accepts.
 */
export interface JsonMembers {
  readonly [name: string]: string | undefined;
}

/** The members of an object, each as it stands in the text. Of two with one name the later counts, as for `JSON.parse`. */
export function jsonMembers(text: string): JsonMembers {
  const members: Record<string, string> = Object.create(null);
  for (const [start, end] of parts(text)) {
    const nameEnd = stringEnd(text, start);
    const colon = text.indexOf(':', nameEnd);
    members[JSON.parse(text.slice(start, nameEnd)) as string] = text.slice(colon + 1, end).trim();
  }
  return members;
}

/** The elements of a list, each as it stands in the text. */
export function jsonElements(text: string): string[] {
  return parts(text).map(([start, end]) => text.slice(start, end).trim());
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
/** `[` and `{`, `]` and `}`: each pair differs in one bit. */
const OPEN = 91;
const CLOSE = 93;
const CASE_BIT = 32;

/** Start and end of what the commas of the outermost level part. */
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

/** Leaves white space at the start away, and a part that is nothing else: an empty list has none. */
function add(found: [number, number][], text: string, start: number, end: number): void {
  let first = start;
  while (first < end && text.charCodeAt(first) <= 32) first += 1;
  if (first < end) found.push([first, end]);
}

/** The place after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    if (at === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}
