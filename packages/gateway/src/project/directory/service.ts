import { matchesName, type WalletListing } from 'latchkit/protocol';
import type { ImageService } from '../assets/service.js';
import type { ProjectWallet } from '../projects/projectWallet.js';
import { mergeWallets } from './mergeWallets.js';
import { projectImageHash } from './projectWallets.js';
import type { RegistryWallet } from './RegistryWallet.js';
import type { WalletStore } from './store.js';
import { badgeOf, supportsChain, toListing } from './toListing.js';
import { walletLetter } from './walletLogos.js';

/** Filters of `GET /getWallets`; an omitted filter matches all wallets. */
export interface WalletQuery {
  /** Page number, from 1. */
  readonly page: number;
  /** Number of wallets on a page. */
  readonly entries: number;
  /** Ids, or the names in reverse DNS by which wallets announce themselves (EIP-6963). */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** CAIP-2 ids: matches wallets that support at least one of them. */
  readonly chains?: readonly string[] | undefined;
  /** Part of a name, with up to two typos; names with this prefix come first. */
  readonly search?: string | undefined;
  readonly badge_type?: string | undefined;
}

/** The `badge_type` that matches wallets without a badge. */
const NO_BADGE = 'none';

export interface WalletService {
  /**
   * Returns one page, and the number of wallets on all pages.
   *
   * @param own - Wallets of the requesting project. Default: none.
   */
  list(query: WalletQuery, own?: readonly ProjectWallet[]): { data: WalletListing[]; count: number };
}

/** A wallet of the directory; a project's wallet has an image hash. */
type DirectoryWallet = RegistryWallet & Partial<Pick<ProjectWallet, 'imageHash'>>;

export function walletService(store: WalletStore, images: ImageService): WalletService {
  const imageIdOf = (wallet: DirectoryWallet) => {
    const { id, imageHash } = wallet;
    if (imageHash === undefined) return images.walletImageId(id);
    return imageHash === projectImageHash(walletLetter(wallet)) ? undefined : `${id}.${imageHash}`;
  };
  return {
    list(query, own = []) {
      const wallets: readonly DirectoryWallet[] = mergeWallets<DirectoryWallet>(store.all(), own);
      const found = ranked(
        wallets.filter(wallet => matches(wallet, query)),
        query.search,
      );
      const start = (query.page - 1) * query.entries;
      const page = found.slice(start, start + query.entries);
      return {
        data: page.map(wallet => toListing(wallet, imageIdOf(wallet))),
        count: found.length,
      };
    },
  };
}

function matches(wallet: RegistryWallet, query: WalletQuery): boolean {
  const { include, exclude, chains, search, badge_type } = query;
  const isNamed = (names: readonly string[]) =>
    names.includes(wallet.id) || (wallet.rdns !== undefined && names.includes(wallet.rdns));
  if (include && !isNamed(include)) return false;
  if (exclude && isNamed(exclude)) return false;
  if (chains && !chains.some(chain => supportsChain(wallet, chain))) return false;
  if (search && !matchesName(wallet.name, search)) return false;
  return badge_type === undefined || badge_type === (badgeOf(wallet) ?? NO_BADGE);
}

function ranked(wallets: readonly DirectoryWallet[], search: string | undefined): readonly DirectoryWallet[] {
  if (!search) return wallets;
  const wanted = folded(search);
  // Prefix matches first, then other matches, then approximate ones.
  const rank = ({ name }: RegistryWallet) => {
    const at = folded(name).indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return [...wallets].sort((a, b) => rank(a) - rank(b));
}

/** Folds case and spaces: 'OneKey', 'onekey' and 'One Key' are equal. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}
