import { createHash } from 'node:crypto';
import type { WalletStore } from '../wallets/store.js';
import { monogram } from './monogram.js';
import { networkAssets } from './networkAssets.js';
import { networkMarks } from './networkMarks.js';
import { walletMarks } from './walletMarks.js';

/** An SVG image and the start of its SHA-256, which changes with it. */
export interface StoredImage {
  readonly svg: string;
  readonly hash: string;
}

export interface ImageStore {
  wallet(id: string): StoredImage | undefined;
  /** By chain reference (`1`), CAIP-2 id (`eip155:1`) or slug (`ethereum`). */
  network(id: string): StoredImage | undefined;
}

/** An image for every listed wallet and every network: its logo, or a monogram. */
export function imageStore(wallets: WalletStore): ImageStore {
  const walletImages = new Map<string, StoredImage>();
  for (const { id, name } of wallets.all())
    walletImages.set(id, stored(walletMarks[id] ?? monogram(id, name)));

  const networkImages = new Map<string, StoredImage>();
  for (const { chainId, slug, name, mark } of networkAssets) {
    const image = stored((mark && networkMarks[mark]) || monogram(chainId, name));
    const reference = chainId.slice(chainId.indexOf(':') + 1);
    for (const id of [reference, chainId, slug]) networkImages.set(id, image);
  }
  return { wallet: id => walletImages.get(id), network: id => networkImages.get(id) };
}

function stored(svg: string): StoredImage {
  return { svg, hash: createHash('sha256').update(svg).digest('hex').slice(0, 16) };
}
