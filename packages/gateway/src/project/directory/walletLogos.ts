import type { ImageContent } from '../../platform/http/ImageContent.js';
import { monogram } from '../assets/monogram.js';
import type { ListedWallet } from './ListedWallet.js';
import { walletImages } from './walletImages.js';

/** The image of a wallet. */
export interface WalletLogo extends ImageContent {
  /** It is a monogram, so listings don't name it: a page draws letters itself, in its own theme. */
  readonly isLetter?: boolean;
}

/** The logo of each wallet by id: its own, that of the built-in wallet with this id, or a monogram. Reads files. */
export function walletLogos(wallets: readonly ListedWallet[]): ReadonlyMap<string, WalletLogo> {
  const drawn = walletImages();
  return new Map(wallets.map(wallet => [wallet.id, logoOf(wallet, drawn.get(wallet.id))]));
}

function logoOf(wallet: ListedWallet, builtIn: Uint8Array<ArrayBuffer> | undefined): WalletLogo {
  if (wallet.image !== undefined) return wallet.image;
  if (builtIn !== undefined) return { type: 'image/webp', content: builtIn };
  return { ...walletLetter(wallet), isLetter: true };
}

/** The monogram of a wallet without a logo. */
export function walletLetter({ id, name }: Pick<ListedWallet, 'id' | 'name'>): ImageContent {
  return { type: 'image/svg+xml', content: monogram(id, name) };
}
