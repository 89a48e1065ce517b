import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { type Connector, isAuth, isWalletConnect, MINI_APP_ID } from '../adapter/Connector.js';
import { walletImageUrl } from '../kernel/gatewayUrl.js';
import { instanceSlot } from '../kernel/Kernel.js';
import { walletOptions } from '../kernel/walletOptions.js';
import type { Latchkit } from '../Latchkit.js';
import type { CustomWallet } from '../LatchkitOptions.js';
import type { LatchkitState } from '../LatchkitState.js';

/** The list and the state it was computed from. */
interface KeptList {
  readonly inputs: readonly unknown[];
  readonly list: readonly WalletItem[];
}

const NONE: readonly WalletItem[] = [];

const slot = /* @__PURE__ */ instanceSlot<KeptList>('walletList');

/**
 * The wallets to offer, ordered by group; a wallet is listed once, in the first of its groups. The host's function `wallets.transform`
 * is applied last; if it throws, the unchanged list is shown. With `wallets: false` there are none.
 */
export function walletList(kit: Latchkit, state: LatchkitState): readonly WalletItem[] {
  const { wallets } = kit.options;
  if (wallets === false) return NONE;
  const { reaches } = state.walletConnect;
  const inputs = [state.connectors, state.recentWalletIds, state.listings, reaches] as const;
  const kept = slot.get(kit);
  if (kept && inputs.every((input, index) => input === kept.inputs[index])) return kept.list;
  const ordered = orderedWallets(kit, state);
  let list: readonly WalletItem[] = ordered;
  try {
    list = wallets?.transform?.(ordered) ?? ordered;
  } catch (error) {
    console.error('[latchkit] wallets.transform threw; the unchanged list is shown.', error);
  }
  slot.set(kit, { inputs, list });
  return list;
}

/**
 * The wallets to offer, as the Connect view lists them; the host's `wallets.transform` is applied last. Call `discoverWallets` first.
 *
 * @example
 * await discoverWallets(kit);
 * const [first] = getWallets(kit);
 */
export function getWallets(kit: Latchkit): readonly WalletItem[] {
  return walletList(kit, kit.store.getState());
}

/** The wallet with this id, in the list or else in the directory. */
export function walletItem(kit: Latchkit, state: LatchkitState, walletId: string): WalletItem | undefined {
  const item = walletList(kit, state).find(({ id }) => id === walletId);
  if (item) return item;
  const listing = state.directory.wallets.find(({ id }) => id === walletId);
  return listing && fromListing(kit, listing, 'recommended');
}

function orderedWallets(kit: Latchkit, state: LatchkitState): readonly WalletItem[] {
  const listed = [...state.listings.featured, ...state.listings.recommended];
  const offered = state.connectors.filter(connector => !isAuth(connector));
  const connected = offered.map(connector => fromConnector(kit, connector, listed));
  // Any extension can announce any name, so a name only removes the row of a wallet that is not installed.
  const installed = new Set(state.connectors.flatMap(({ info, name }) => [info?.rdns ?? name, name]));
  const isNew = ({ rdns, name }: WalletListing) => !installed.has(rdns ?? name) && !installed.has(name);
  const { recentWalletIds } = state;
  const candidates: WalletItem[] = [
    ...connected,
    ...state.listings.featured.filter(isNew).map(listing => fromListing(kit, listing, 'featured')),
    ...(walletOptions(kit.options).custom ?? []).map(wallet => fromCustom(kit, wallet)),
    ...state.listings.recommended.filter(isNew).map(listing => fromListing(kit, listing, 'recommended')),
  ].map(item =>
    // The first two groups stay before the recent wallets.
    recentWalletIds.includes(item.id) && WALLET_GROUPS.indexOf(item.group) > 1
      ? { ...item, group: 'recent' }
      : item,
  );
  const seen = new Set<string>();
  return WALLET_GROUPS.flatMap(group => {
    const members = candidates.filter(item => item.group === group && !seen.has(item.id));
    for (const { id } of members) seen.add(id);
    return group === 'recent' ? members.sort(byRecency(recentWalletIds)) : members;
  });
}

function byRecency(recent: readonly string[]) {
  return (a: WalletItem, b: WalletItem) => recent.indexOf(a.id) - recent.indexOf(b.id);
}

function fromConnector(kit: Latchkit, connector: Connector, listed: readonly WalletListing[]): WalletItem {
  const rdns = connector.info?.rdns;
  // The directory's entry fills gaps but earns no badge, because any wallet can announce a known rdns.
  const listing = rdns ? listed.find(candidate => candidate.rdns === rdns) : undefined;
  const imageId = connector.imageId ?? listing?.image_id;
  return {
    id: connector.id,
    name: connector.name,
    group: groupOf(connector),
    imageUrl: connector.imageUrl ?? (imageId ? walletImageUrl(kit, imageId) : undefined),
    connector,
    listing,
    installed: connector.type !== 'EXTERNAL' && !isWalletConnect(connector),
    certified: false,
  };
}

function groupOf(connector: Connector): WalletGroup {
  if (connector.id === MINI_APP_ID) return 'miniApp';
  if (isWalletConnect(connector)) return 'walletConnect';
  return connector.type === 'EXTERNAL' ? 'external' : 'injected';
}

/** Converts a listed wallet to an item of a group. */
export function fromListing(kit: Latchkit, listing: WalletListing, group: WalletGroup): WalletItem {
  return {
    id: listing.id,
    name: listing.name,
    group,
    imageUrl: listing.image_id ? walletImageUrl(kit, listing.image_id) : undefined,
    // A wallet that is not installed here is reached by WalletConnect, if the host and the wallet support it.
    ...(kit.options.walletConnect &&
      listing.wallet_connect !== false &&
      isReached(kit, listing) && { pairs: true }),
    listing,
    installed: false,
    certified: listing.badge_type === 'certified',
  };
}

/** Whether a relay is configured to which the wallet listens; what is not known does not exclude it. */
function isReached(kit: Latchkit, { relay }: WalletListing): boolean {
  const { reaches } = kit.store.getState().walletConnect;
  return !reaches || !relay || relay === 'both' || reaches.includes(relay);
}

function fromCustom(kit: Latchkit, wallet: CustomWallet): WalletItem {
  const {
    id,
    name,
    iconUrl,
    imageUrl = iconUrl,
    homepage,
    mobileLink,
    desktopLink,
    webappLink,
    relay,
  } = wallet;
  const links = { homepage, mobile_link: mobileLink, desktop_link: desktopLink, webapp_link: webappLink };
  return { ...fromListing(kit, { id, name, chains: [], relay, ...links }, 'custom'), imageUrl };
}

/** The groups of the Connect list, in display order. */
const WALLET_GROUPS = [
  'miniApp',
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const;

/** A group of the wallet list. */
export type WalletGroup = (typeof WALLET_GROUPS)[number];

/** One row of the wallet list: a wallet that can connect here, or one that the visitor can install. */
export interface WalletItem {
  /** Unique in the list: the connector's id, else the listing's. */
  readonly id: string;
  readonly name: string;
  readonly group: WalletGroup;
  /** URL of the wallet's image, safe to show; undefined: draw a monogram. */
  readonly imageUrl?: string | undefined;
  /**
   * Present: selecting the wallet connects it. Absent: selecting it pairs by WalletConnect if `pairs` is set, else offers to
   * install it.
   */
  readonly connector?: Connector | undefined;
  /** Connects by WalletConnect: show `ConnectingWalletConnect` with its id, and pass the id to `connect` as `walletId`. */
  readonly pairs?: true | undefined;
  /** Its entry in the directory. */
  readonly listing?: WalletListing | undefined;
  /** Detected in this browser. */
  readonly installed: boolean;
  /** Certified by the directory, never self-declared. */
  readonly certified: boolean;
}

/** Emits that the visitor selected a wallet, before it connects or is offered for install. */
export function selectWallet(kit: Latchkit, { id, name }: Pick<WalletItem, 'id' | 'name'>): void {
  kit.kernel.emit({ event: 'SELECT_WALLET', walletId: id, name });
}
