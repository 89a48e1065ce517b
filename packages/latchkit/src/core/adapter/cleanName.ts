const LIMIT = 64;

// Control, format (bidirectional overrides, zero-width characters), separator, unassigned and private characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitises a name from a wallet or service for display: no invisible characters that could reorder or disguise text, one line,
 * at most 64 characters. May be empty.
 */
export function cleanName(name: string): string {
  // Bounds the work for very long names.
  const text = name.slice(0, 1_024).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, LIMIT).join('').trim();
}
