import { createHash } from 'node:crypto';
import type { ImageContent } from '../../platform/http/ImageContent.js';
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
    const hash = projectImageHash(logo);
    const { type, content } = logo;
    return [{ wallet: projectWallet.parse({ ...facts, imageHash: hash }), image: { type, content, hash } }];
  });
  return { wallets: found.map(({ wallet }) => wallet), images: found.map(({ image }) => image) };
}

/** The hash under which an image of a project's wallet is stored. */
export function projectImageHash({ content }: ImageContent): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
