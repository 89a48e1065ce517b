import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './gatewayUrl.js';

/** URL of a wallet's image at the gateway; undefined without a gateway. */
export function walletImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/getWalletImage/${encodeURIComponent(imageId)}`)?.href;
}

/** URL of a network's image at the gateway; undefined without a gateway. */
export function assetImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/public/getAssetImage/${encodeURIComponent(imageId)}`)?.href;
}
