import type { WalletItem } from '../../../core/index.js';

/** Tiles in the strip, in addition to the link to all wallets. */
export const STRIP_TILES = 4;

export interface WalletSpace {
  /** Maximum number of rows at the top. */
  readonly leads: number;
  /** Only wallets are offered, so that featured ones may be rows too. */
  readonly onlyWallets: boolean;
  /** Number of tiles that fit into the strip, including the one at its end. */
  readonly tiles: number;
}

export interface WalletLayout {
  /** Rows at the top. */
  readonly leads: readonly WalletItem[];
  /** The strip of tiles below the rows; never a single tile. */
  readonly tiles: readonly WalletItem[];
  /** Wallets that don't fit: All wallets lists them. */
  readonly hidden: readonly WalletItem[];
}

const LEADING: readonly WalletItem['group'][] = ['miniApp', 'walletConnect', 'recent', 'injected'];

/** The groups that are known before the directory has responded. */
export const isKnownEarly = ({ group }: WalletItem): boolean => LEADING.includes(group);

/**
 * The number of rows that keeps email and socials visible at a height of 640 px: 3 with both, 4 with one of them, 6
 * without. The checkbox for the terms replaces one row.
 */
export function leadRows(logins: number, checkbox: boolean): number {
  return ([6, 4, 3][logins] ?? 3) - (checkbox ? 1 : 0);
}

/** Divides the wallets into rows and tiles, in the order of the list. */
export function arrangeWallets(list: readonly WalletItem[], space: WalletSpace): WalletLayout {
  const mayLead = (item: WalletItem) =>
    isKnownEarly(item) || (space.onlyWallets && item.group === 'featured');
  const leads = list.filter(mayLead).slice(0, space.leads);
  const rest = list.filter(item => !leads.includes(item));
  // A single tile would leave most of the strip empty.
  if (rest.length < 2) return { leads: list, tiles: [], hidden: [] };
  return { leads, tiles: rest.slice(0, space.tiles), hidden: rest.slice(space.tiles) };
}
