import type { ImageContent } from '../../platform/http/ImageContent.js';
import type { RegistryWallet } from './RegistryWallet.js';

/** A wallet of an operator's list. */
export interface ListedWallet extends RegistryWallet {
  /** Its logo. Default: that of the built-in wallet with this id, else a monogram. */
  readonly image?: ImageContent;
}
