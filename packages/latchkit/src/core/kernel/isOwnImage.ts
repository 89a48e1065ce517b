import type { Latchkit } from '../Latchkit.js';

const DATA_IMAGE = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i;

/** Whether an image can be shown without contacting a host that was not configured: its URL is at the gateway, or a data URL. */
export function isOwnImage(kit: Latchkit, url: string | null | undefined): url is string {
  const { gateway } = kit.options;
  if (!url || DATA_IMAGE.test(url)) return !!url;
  return !!gateway && url.startsWith(`${new URL(gateway).origin}/`);
}
