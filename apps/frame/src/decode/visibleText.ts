/**
 * Characters that are not seen, or that move others: controls, formats (bidi, zero width, tags), private and unassigned ones,
 * line and paragraph separators, blanks other than the space, and a fourth mark on one letter.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|\p{M}(?<=\p{M}{4})/gu;

/** Characters of a name that are shown. */
const CLIP = 64;

/** A text of somebody else's on one line: what cannot be seen is written out, and what is too long is clipped. */
export function visibleText(text: string, limit = CLIP): string {
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const clipped = characters.length > limit || text.length > limit * 2 + 2;
  return `${writeOut(characters.slice(0, limit).join(''))}${clipped ? '…' : ''}`;
}

/** A message, whole, with its line breaks; what cannot be seen is written out. */
export function visibleMessage(text: string): string {
  return text.split(/\r?\n/).map(writeOut).join('\n');
}

function writeOut(text: string): string {
  return text.replace(HIDDEN, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}
