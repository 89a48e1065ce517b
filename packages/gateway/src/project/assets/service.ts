import type { ServedImage } from '../../platform/http/answerImage.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { ImageContent } from '../../platform/http/ImageContent.js';
import type { ImageStore, StoredImage } from './store.js';

export interface ImageService {
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  wallet(id: string): Promise<ServedImage>;
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  asset(id: string): ServedImage;
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  token(id: string): ServedImage;
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  currency(id: string): ServedImage;
  /**
   * The id for listings: it includes the content's hash, so that caches may keep the image forever. Undefined for a wallet
   * without a logo: pages draw its letter themselves.
   */
  walletImageId(walletId: string): string | undefined;
  /** The id for listings of tokens; undefined for an invalid symbol. */
  tokenImageId(symbol: string): string | undefined;
}

/** Finds the image of a project's wallet by its hash of 32 digits. */
type FindProjectImage = (hash: string) => Promise<ImageContent | undefined>;

/**
 * Finds images by id, or by id and hash (`metamask.0123456789abcdef`).
 *
 * @param projectImage - Default: no project adds wallets.
 */
export function imageService(
  store: ImageStore,
  projectImage: FindProjectImage = async () => undefined,
): ImageService {
  const find = (get: (id: string) => StoredImage | undefined, id: string): ServedImage => {
    const [, name = id, hash] = /^(.+)\.([0-9a-f]{16})$/.exec(id) ?? [];
    const image = get(name);
    if (!image) throw new HttpError(404, 'IMAGE_NOT_FOUND', 'No image has this id');
    return { ...image, pinned: hash === image.hash };
  };
  return {
    async wallet(id) {
      const hash = /\.([0-9a-f]{32})$/.exec(id)?.[1];
      const image = hash === undefined ? undefined : await projectImage(hash);
      return hash && image ? { ...image, hash, pinned: true } : find(store.wallet, id);
    },
    asset: id => find(store.asset, id),
    token: id => find(store.token, id),
    currency: id => find(store.currency, id),
    tokenImageId(symbol) {
      const image = store.token(symbol);
      return image && `${symbol}.${image.hash}`;
    },
    walletImageId(walletId) {
      const image = store.wallet(walletId);
      return image && !image.isLetter ? `${walletId}.${image.hash}` : undefined;
    },
  };
}
