const DATA_ICON = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i;
const LIMIT = 128 * 1_024;

/**
 * The icon of an announced wallet, when it is a picture inside the announcement itself, of at most 128 kB. Any other
 * address would contact a host that nobody configured, or run something.
 */
export function acceptIcon(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.length <= LIMIT && DATA_ICON.test(icon) ? icon : undefined;
}
