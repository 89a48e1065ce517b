import type { AdapterHost, ConnectRequest } from '../../core/adapter/ChainAdapter.js';
import type { Connector } from '../../core/adapter/Connector.js';
import type { InstanceWallet } from '../../core/adapter/InstanceWallet.js';
import type { StandardWallet } from '../../core/adapter/StandardWallet.js';
import { caipNetworkIds } from '../walletChain.js';
import { type RegisteredWallet, readWallet } from './readWallet.js';

/** More wallets than this are a flood, not a choice. */
const LIMIT = 100;

/** A wallet that can be connected. */
export interface WalletSource {
  readonly connector: Connector;
  /** The wallet. One of the instance's own has to load first, and with a request it is asked to connect. */
  open(request?: Pick<ConnectRequest, 'networkId' | 'signal'>): Promise<StandardWallet>;
  /** Of the instance's own: restores itself within its own time, and says whether it has accounts now. */
  readonly restore?: InstanceWallet['restore'];
}

/** The wallets of a page, as they come and go. */
export interface Discovery {
  find(connectorId: string): WalletSource | undefined;
  /** Tells the wallets again that the page is ready. */
  refresh(): void;
  /** Calls back after each change of the list; returns the function that stops it. */
  onChange(listener: () => void): () => void;
}

/**
 * Finds wallets by Wallet Standard's two events, and reports them to core. All listeners go with `host.signal`; the
 * standard's own library would keep its own for as long as the page lives.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function createDiscovery(host: AdapterHost): Discovery {
  const { signal, wallets = [] } = host;
  // What registered itself, and what it is to us: a wallet that is none for Solana yet is looked at again.
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

/** Hands a wallet that says it is there what it registers itself with; what it throws is its own affair. */
function invite(event: Event, api: unknown): void {
  try {
    (event as CustomEvent<(api: unknown) => void>).detail(api);
  } catch {
    // A wallet that cannot register itself is not there.
  }
}

/** Wallets register one by one, in the same turn: one report is enough. */
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

/** Wallets have no id but their name; of two with one name, the second is listed beside the first. */
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
