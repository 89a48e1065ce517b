import type { Latchkit } from '../Latchkit.js';
import type { TokenBalance } from '../tokens/TokenBalance.js';
import { isOwnImage } from './isOwnImage.js';
import { serviceUrl } from './serviceUrl.js';

/** Address of a wallet's image at the gateway [CALL-06]; undefined without a gateway. */
export function walletImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/getWalletImage/${encodeURIComponent(imageId)}`)?.href;
}

/** Address of a network's image at the gateway [CALL-07]; undefined without a gateway. */
export function assetImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/public/getAssetImage/${encodeURIComponent(imageId)}`)?.href;
}

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
