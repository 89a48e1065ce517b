import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { Database } from '../../platform/ports/Database.js';
import { imageCalls } from '../assets/routes.js';
import { type ImageService, imageService } from '../assets/service.js';
import { imageStore } from '../assets/store.js';
import { projectImages } from '../projects/projectImages.js';
import type { ListedWallet } from './ListedWallet.js';
import { mergeWallets } from './mergeWallets.js';
import { registry } from './registry.js';
import { directoryCalls } from './routes.js';
import { walletService } from './service.js';
import { walletStore } from './store.js';
import { walletLogos } from './walletLogos.js';

interface DirectoryParts {
  readonly database: Database;
  /** The operator's wallets. Default: none. */
  readonly wallets?: readonly ListedWallet[] | undefined;
}

/** Creates the wallet directory and its image service. */
export function walletDirectory({ database, wallets = [] }: DirectoryParts): {
  readonly handlers: readonly CallHandler[];
  readonly images: ImageService;
} {
  const store = walletStore(mergeWallets<ListedWallet>(registry, wallets));
  const images = imageService(imageStore(walletLogos(store.all())), projectImages(database));
  const handlers = [...directoryCalls(walletService(store, images)), ...imageCalls(images)];
  return { handlers, images };
}
