import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { cleanName, isRecord } from '../../core/adapter/untrusted.js';
import type { FoundWallet } from '../../core/adapter/wallets/AccountWallet.js';
import {
  createWalletDiscovery,
  type WalletDiscovery,
} from '../../core/adapter/wallets/createWalletDiscovery.js';
import type { SessionWallet } from '../../core/walletConnect/SessionWallet.js';
import type { PolkadotWallet } from '../account/PolkadotWallet.js';
import { type InjectedEntry, injectedWallet } from './injectedWallet.js';
import { sessionWallet } from './sessionWallet.js';

/** Display names of extensions that write only an id. */
const NAMES: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  nova: 'Nova Wallet',
};

/** Maximum number of extensions; more than this is flooding. */
const LIMIT = 50;

/** Finds the page's Polkadot wallets. */
export function createDiscovery(host: AdapterHost): WalletDiscovery<PolkadotWallet> {
  // Each extension has one wallet, which keeps what it enabled.
  const wallets = new Map<unknown, FoundWallet<PolkadotWallet>>();
  return createWalletDiscovery(host, {
    namespace: 'polkadot',
    readWallet: () => undefined,
    own: provider => sessionWallet(provider as SessionWallet, host),
    injected: () =>
      entries().flatMap(([id, entry]) => {
        const name = cleanName(Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : id);
        if (!name) return [];
        const known = wallets.get(entry);
        if (known) return [known];
        const found = { name, icon: undefined, chains: [], wallet: injectedWallet(id, entry, host) };
        wallets.set(entry, found);
        return [found];
      }),
  });
}

function entries(): readonly (readonly [string, InjectedEntry])[] {
  try {
    const { injectedWeb3 } = window as { injectedWeb3?: unknown };
    if (!isRecord(injectedWeb3)) return [];
    return Object.keys(injectedWeb3)
      .slice(0, LIMIT)
      .flatMap(id => {
        const entry = readEntry(injectedWeb3, id);
        return entry ? [[id, entry] as const] : [];
      });
  } catch {
    return [];
  }
}

function readEntry(holder: Readonly<Record<string, unknown>>, id: string): InjectedEntry | undefined {
  try {
    const entry = holder[id];
    return isRecord(entry) && typeof entry.enable === 'function'
      ? (entry as unknown as InjectedEntry)
      : undefined;
  } catch {
    // A getter of the page throws.
    return undefined;
  }
}
