import * as z from 'zod';
import type { ImageContent } from '../../platform/http/ImageContent.js';
import { walletFacts } from './walletFacts.js';

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
