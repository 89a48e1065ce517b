const DATA_ICON = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i;
const LIMIT = 128 * 1_024;

/**
 * Returns the icon of an announced wallet if it is an image data URL of at most 128 kB. Any other URL would contact a host that
 * was not configured, or run code.
 */
export function acceptIcon(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.length <= LIMIT && DATA_ICON.test(icon) ? icon : undefined;
}
