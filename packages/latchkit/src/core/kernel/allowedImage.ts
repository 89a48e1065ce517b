import { pathSegment } from '../../protocol/pathSegment.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './gatewayUrl.js';

const DATA_IMAGE = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif|avif)[;,]/i;

/** Whether an image can be shown without contacting a host that was not configured: its URL is at the gateway, or a data URL. */
export function isOwnImage(kit: Latchkit, url: string | null | undefined): url is string {
  const { gateway } = kit.options;
  if (!url || DATA_IMAGE.test(url)) return !!url;
  return !!gateway && url.startsWith(`${new URL(gateway).origin}/`);
}

/**
 * URL of a token's image: its own if that is at the gateway or a data URL, else the gateway's image by symbol; undefined without
 * a gateway. No other host is contacted for an image.
 */
export function tokenImageUrl(
  kit: Latchkit,
  token: Pick<TokenBalance, 'symbol' | 'iconUrl'>,
): string | undefined {
  if (isOwnImage(kit, token.iconUrl)) return token.iconUrl;
  return serviceUrl(kit.options, `/public/getTokenImage/${pathSegment(token.symbol)}`)?.href;
}
