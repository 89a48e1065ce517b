const LIMIT = 64;

// Control, format (bidirectional overrides, zero-width characters), separator, unassigned and private characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A name as a wallet or a service gives it, made safe to show: no invisible characters that could reorder or disguise text, one
 * line, at most 64 characters. Empty when nothing is left.
 */
export function cleanName(name: string): string {
  // A megabyte of text must not cost a megabyte of work.
  const text = name.slice(0, 1_024).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, LIMIT).join('').trim();
}
