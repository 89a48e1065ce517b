import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './gatewayUrl.js';

/** Address of a wallet's image at the gateway [CALL-06]; undefined without a gateway. */
export function walletImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/getWalletImage/${encodeURIComponent(imageId)}`)?.href;
}

/** Address of a network's image at the gateway [CALL-07]; undefined without a gateway. */
export function assetImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/public/getAssetImage/${encodeURIComponent(imageId)}`)?.href;
}
