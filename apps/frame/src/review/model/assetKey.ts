import type { Asset } from './Review.js';

/** Names an asset, whatever the case of its address. */
export const assetKey = ({ token, id }: Asset): string => `${token?.toLowerCase() ?? ''} ${id ?? ''}`;
