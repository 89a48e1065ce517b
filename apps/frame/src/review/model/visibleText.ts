/**
 * Characters that are invisible or reorder others: controls, formats (bidi, zero width, tags), private-use and unassigned ones,
 * line and paragraph separators, blanks other than the space, and a fourth combining mark on one letter.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|\p{M}(?<=\p{M}{4})/gu;

/** Maximum characters shown of a name. */
const CLIP = 64;

/** Makes untrusted text safe to show on one line: escapes invisible characters and clips it if it is too long. */
export function visibleText(text: string, limit = CLIP): string {
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const clipped = characters.length > limit || text.length > limit * 2 + 2;
  return `${writeOut(characters.slice(0, limit).join(''))}${clipped ? '…' : ''}`;
}

/** Makes a message safe to show in full, with its line breaks; escapes invisible characters. */
export function visibleMessage(text: string): string {
  return text.split(/\r?\n/).map(writeOut).join('\n');
}

function writeOut(text: string): string {
  return text.replace(HIDDEN, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}

/** Shortens an address to both ends, enough to distinguish it from others beside it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, address.startsWith('0x') ? 6 : 4)}…${address.slice(-6)}`;
}
