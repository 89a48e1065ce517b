const LIMIT = 200;
// Control, format (bidirectional overrides, zero-width characters), separator, unassigned and private characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitizes a contract's message: one line, no invisible characters, at most 200 characters; undefined if nothing is
 * left.
 */
export function cleanReason(text: string): string | undefined {
  const seen = text.slice(0, 1_000).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return [...seen].slice(0, LIMIT).join('') || undefined;
}
