import type { WalletItem } from '../../../core/index.js';

/** Tiles in the strip, beside the way to all wallets. */
export const STRIP_TILES = 4;

export interface WalletSpace {
  /** How many rows may lead. */
  readonly leads: number;
  /** Nothing but wallets is offered: the featured ones lead too. */
  readonly onlyWallets: boolean;
  /** Tiles that fit into the strip, with what stands at its end. */
  readonly tiles: number;
}

export interface WalletLayout {
  /** Rows at the top. */
  readonly leads: readonly WalletItem[];
  /** The strip of tiles below them; never a single one. */
  readonly tiles: readonly WalletItem[];
  /** What has no place: found in All wallets. */
  readonly hidden: readonly WalletItem[];
}

const LEADING: readonly WalletItem['group'][] = ['walletConnect', 'recent', 'injected'];

/** The groups that are known before the directory has answered [VIEW-07]. */
export const isKnownEarly = ({ group }: WalletItem): boolean => LEADING.includes(group);

/**
 * How many rows lead, so that email and socials stay in sight at 640 px: 3 beside both, 4 beside one of them, 6 alone; the
 * checkbox for the terms takes the place of one.
 */
export function leadRows(logins: number, checkbox: boolean): number {
  return ([6, 4, 3][logins] ?? 3) - (checkbox ? 1 : 0);
}

/** Splits the wallets into rows and tiles, in the order of the list. */
export function arrangeWallets(list: readonly WalletItem[], space: WalletSpace): WalletLayout {
  const mayLead = (item: WalletItem) =>
    isKnownEarly(item) || (space.onlyWallets && item.group === 'featured');
  const leads = list.filter(mayLead).slice(0, space.leads);
  const rest = list.filter(item => !leads.includes(item));
  // A single tile would leave most of the strip empty.
  if (rest.length < 2) return { leads: list, tiles: [], hidden: [] };
  return { leads, tiles: rest.slice(0, space.tiles), hidden: rest.slice(space.tiles) };
}
