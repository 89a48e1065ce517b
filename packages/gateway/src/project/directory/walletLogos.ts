import type { ImageContent } from '../../platform/http/ImageContent.js';
import { monogram } from '../assets/monogram.js';
import type { ListedWallet } from './ListedWallet.js';
import { walletImages } from './walletImages.js';

/** The logo of each wallet by id: its own, that of the built-in wallet with this id, or a monogram. Reads files. */
export function walletLogos(wallets: readonly ListedWallet[]): ReadonlyMap<string, ImageContent> {
  const drawn = walletImages();
  return new Map(wallets.map(wallet => [wallet.id, logoOf(wallet, drawn.get(wallet.id))]));
}

function logoOf(
  { id, name, image }: ListedWallet,
  builtIn: Uint8Array<ArrayBuffer> | undefined,
): ImageContent {
  if (image !== undefined) return image;
  if (builtIn !== undefined) return { type: 'image/webp', content: builtIn };
  return { type: 'image/svg+xml', content: monogram(id, name) };
}
