import type { Latchkit } from '../Latchkit.js';

const DATA_IMAGE = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i;

/**
 * Whether a picture can be shown without asking a host that nobody configured: it is at the gateway, or inside its own
 * address.
 */
export function isOwnImage(kit: Latchkit, url: string | null | undefined): url is string {
  const { gateway } = kit.options;
  if (!url || DATA_IMAGE.test(url)) return !!url;
  return !!gateway && url.startsWith(`${new URL(gateway).origin}/`);
}
