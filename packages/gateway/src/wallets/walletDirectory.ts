import { Hono } from 'hono';
import { assetRoutes } from '../assets/routes.js';
import { type ImageService, imageService } from '../assets/service.js';
import { imageStore } from '../assets/store.js';
import type { Database } from '../ports/Database.js';
import { projectImages } from '../projects/projectImages.js';
import type { ProjectService } from '../projects/service.js';
import type { ListedWallet } from './ListedWallet.js';
import { mergeWallets } from './mergeWallets.js';
import { registry } from './registry.js';
import { walletRoutes } from './routes.js';
import { walletService } from './service.js';
import { walletStore } from './store.js';

interface DirectoryParts {
  readonly database: Database;
  readonly projects: ProjectService;
  /** The operator's wallets. Default: none. */
  readonly wallets?: readonly ListedWallet[] | undefined;
}

/** Creates the wallet directory and its image service. */
export function walletDirectory({ database, projects, wallets = [] }: DirectoryParts): {
  readonly routes: Hono;
  readonly images: ImageService;
} {
  const store = walletStore(mergeWallets<ListedWallet>(registry, wallets));
  const images = imageService(imageStore(store), projectImages(database));
  const walletsOf = async (projectId: string) => (await projects.get(projectId)).wallets;
  const routes = new Hono()
    .route('/', walletRoutes(walletService(store, images), walletsOf))
    .route('/', assetRoutes(images));
  return { routes, images };
}
