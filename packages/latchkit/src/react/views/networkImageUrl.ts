import { assetImageUrl, type CaipNetwork, type Latchkit } from '../../core/index.js';

/** The URL of a network's image: the host's own, else the gateway's. If undefined, draw a monogram. */
export function networkImageUrl(kit: Latchkit, { assets }: CaipNetwork): string | undefined {
  return assets?.imageUrl ?? (assets?.imageId ? assetImageUrl(kit, assets.imageId) : undefined);
}
