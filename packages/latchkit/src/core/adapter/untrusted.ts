/** Whether `value` is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NAME_LIMIT = 64;

// Control, format (bidirectional overrides, zero-width characters), separator, unassigned and private characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitises a name from a wallet or service for display: no invisible characters that could reorder or disguise text, one line,
 * at most 64 characters. May be empty.
 */
export function cleanName(name: string): string {
  // Bounds the work for very long names.
  const text = name.slice(0, 1_024).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, NAME_LIMIT).join('').trim();
}

const DATA_ICON = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i;

const ICON_LIMIT = 128 * 1_024;

/**
 * Returns the icon of an announced wallet if it is an image data URL of at most 128 kB. Any other URL would contact a host that
 * was not configured, or run code.
 */
export function safeIcon(icon: unknown): string | undefined {
  if (typeof icon !== 'string' || icon.length > ICON_LIMIT) return undefined;
  // Some wallets announce theirs with a line break around it.
  const url = icon.trim();
  return DATA_ICON.test(url) ? url : undefined;
}
