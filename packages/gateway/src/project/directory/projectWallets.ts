import { createHash } from 'node:crypto';
import { type ProjectImage, type ProjectWallet, projectWallet } from '../projects/projectWallet.js';
import type { ListedWallet } from './ListedWallet.js';
import { walletLogos } from './walletLogos.js';

/** Converts a wallet list to the stored form, with the images separate. Reads files. */
export function projectWallets(list: readonly ListedWallet[]): {
  readonly wallets: ProjectWallet[];
  readonly images: readonly ProjectImage[];
} {
  const logos = walletLogos(list);
  const found = list.flatMap(({ image: _, ...facts }) => {
    const logo = logos.get(facts.id);
    if (logo === undefined) return [];
    const hash = createHash('sha256').update(logo.content).digest('hex').slice(0, 32);
    return [{ wallet: projectWallet.parse({ ...facts, imageHash: hash }), image: { ...logo, hash } }];
  });
  return { wallets: found.map(({ wallet }) => wallet), images: found.map(({ image }) => image) };
}
