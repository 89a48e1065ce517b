import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './gatewayUrl.js';
import { isOwnImage } from './isOwnImage.js';

/**
 * Address of a token's picture: its own where that is at the gateway or inside its address, else the gateway's by symbol
 * [CALL-09]; undefined without a gateway. No other host is asked for a picture.
 */
export function tokenImageUrl(
  kit: Latchkit,
  token: Pick<TokenBalance, 'symbol' | 'iconUrl'>,
): string | undefined {
  if (isOwnImage(kit, token.iconUrl)) return token.iconUrl;
  return serviceUrl(kit.options, `/public/getTokenImage/${encodeURIComponent(token.symbol)}`)?.href;
}
