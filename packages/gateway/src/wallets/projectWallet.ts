import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ImageContent } from '../assets/ImageContent.js';
import { monogram } from '../assets/monogram.js';
import { walletImages } from '../assets/walletImages.js';
import type { ListedWallet } from './ListedWallet.js';
import { walletFacts } from './walletEntry.js';

/** Limited because each read of a project reads its wallets too. */
export const MAX_PROJECT_WALLETS = 100;

/** A wallet that one project lists. */
export const projectWallet = z.object({
  ...walletFacts,
  /** Start of the SHA-256 of its image, which is stored with the project. */
  imageHash: z.string().regex(/^[0-9a-f]{32}$/, 'is not the hash of an image'),
});

export type ProjectWallet = z.infer<typeof projectWallet>;

/** Image of a wallet that one project lists. */
export interface ProjectImage extends ImageContent {
  readonly hash: string;
}

/** Converts a wallet list to the stored form, with the images separate. Reads files. */
export function projectWallets(list: readonly ListedWallet[]): {
  readonly wallets: ProjectWallet[];
  readonly images: readonly ProjectImage[];
} {
  const drawn = walletImages();
  const found = list.map(({ image, ...facts }) => {
    const builtIn = drawn.get(facts.id);
    const content: ImageContent =
      image ??
      (builtIn === undefined
        ? { type: 'image/svg+xml', content: monogram(facts.id, facts.name) }
        : { type: 'image/webp', content: builtIn });
    const hash = createHash('sha256').update(content.content).digest('hex').slice(0, 32);
    return { wallet: projectWallet.parse({ ...facts, imageHash: hash }), image: { ...content, hash } };
  });
  return { wallets: found.map(({ wallet }) => wallet), images: found.map(({ image }) => image) };
}
