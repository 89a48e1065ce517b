import { assetImageUrl, type CaipNetwork, type Latchkit } from '../../core/index.js';

/** Address of a network's image: the host's own first, else the gateway's; undefined: draw a monogram. */
export function networkImageUrl(kit: Latchkit, { assets }: CaipNetwork): string | undefined {
  return assets?.imageUrl ?? (assets?.imageId ? assetImageUrl(kit, assets.imageId) : undefined);
}
