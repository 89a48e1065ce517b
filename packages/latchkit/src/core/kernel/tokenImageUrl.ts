import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './gatewayUrl.js';
import { isOwnImage } from './isOwnImage.js';

/**
 * URL of a token's image: its own if that is at the gateway or a data URL, else the gateway's image by symbol; undefined without
 * a gateway. No other host is contacted for an image.
 */
export function tokenImageUrl(
  kit: Latchkit,
  token: Pick<TokenBalance, 'symbol' | 'iconUrl'>,
): string | undefined {
  if (isOwnImage(kit, token.iconUrl)) return token.iconUrl;
  return serviceUrl(kit.options, `/public/getTokenImage/${encodeURIComponent(token.symbol)}`)?.href;
}
