import type { AdapterHost, ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import type { Connector, InstanceWallet } from '../../core/adapter/Connector.js';
import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import { caipNetworkIds } from '../chain/walletChain.js';
import { type RegisteredWallet, readWallet } from './readWallet.js';

/** Maximum number of wallets; more than this is flooding. */
const LIMIT = 100;

/** A wallet that can be connected. */
export interface WalletSource {
  readonly connector: Connector;
  /** Returns the wallet. One of the instance's own loads first; with a request, it is asked to connect. */
  open(request?: Pick<ConnectRequest, 'chainId' | 'signal'>): Promise<StandardWallet>;
  /**
   * For the instance's own wallets: restores the wallet within its own time limit, and returns whether it has accounts.
   */
  readonly restore?: InstanceWallet['restore'];
}

/** The wallets currently in the page. */
export interface Discovery {
  find(connectorId: string): WalletSource | undefined;
  /** Tells wallets again that the page is ready. */
  refresh(): void;
  /** Calls back after each change of the list; returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/**
 * Finds wallets through Wallet Standard's two events and reports them to core. All listeners are removed with
 * `host.signal`; the standard's own library would never remove its listeners.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function createDiscovery(host: AdapterHost): Discovery {
  const { signal, wallets = [] } = host;
  // Everything that registered. A wallet that doesn't support Solana yet is checked again later.
  const registered = new Map<unknown, WalletSource | undefined>();
  const listeners = new Set<() => void>();
  const own = wallets.map(ownSource);
  const sources = () => [...own, ...[...registered.values()].filter(source => source !== undefined)];

  const report = onceATurn(() => {
    if (signal.aborted) return;
    host.report({ type: 'connectors', connectors: sources().map(source => source.connector) });
    for (const listener of [...listeners]) listener();
  });
  const read = (wallet: unknown) => {
    if (registered.get(wallet)) return;
    const found = readWallet(wallet);
    registered.set(wallet, found && sourceOf(found, sources()));
    if (found) report();
  };
  const register = (...wallets: readonly unknown[]) => {
    const taken = wallets.slice(0, LIMIT - registered.size);
    if (!signal.aborted) for (const wallet of taken) read(wallet);
    return () => {
      const gone = taken.filter(wallet => registered.get(wallet));
      for (const wallet of taken) registered.delete(wallet);
      if (gone.length > 0) report();
    };
  };
  const api = Object.freeze({ register });
  const refresh = () => {
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
    for (const wallet of [...registered.keys()]) read(wallet);
  };

  window.addEventListener('wallet-standard:register-wallet', event => invite(event, api), { signal });
  refresh();
  report();

  return {
    find: id => sources().find(source => source.connector.id === id),
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Passes the registration API to a wallet that announces itself; what the wallet throws is ignored. */
function invite(event: Event, api: unknown): void {
  try {
    (event as CustomEvent<(api: unknown) => void>).detail(api);
  } catch {
    // A wallet that fails to register is not listed.
  }
}

/** Wallets register one by one in the same task, so report once per task. */
function onceATurn(run: () => void): () => void {
  let queued = false;
  return () => {
    if (queued) return;
    queued = true;
    queueMicrotask(() => {
      queued = false;
      run();
    });
  };
}

/** Wallets have no id except their name; a second wallet with the same name is listed separately. */
function sourceOf(
  { name, icon, chains, wallet }: RegisteredWallet,
  others: readonly WalletSource[],
): WalletSource {
  const taken = new Set(others.map(({ connector }) => connector.id));
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}#${number}`;
  return {
    connector: {
      id,
      name,
      type: 'ANNOUNCED',
      chain: 'solana',
      chains: caipNetworkIds(chains),
      provider: wallet,
      ...(icon ? { imageUrl: icon } : {}),
    },
    open: async () => wallet,
  };
}

function ownSource({ connector, provider, connect, restore }: InstanceWallet): WalletSource {
  return {
    connector,
    restore,
    async open(request) {
      if (request) await connect(request);
      return (await provider()) as StandardWallet;
    },
  };
}
