import type { ChainNamespace } from '../../../protocol/caip.js';
import type { AdapterHost, ConnectRequest } from '../ChainAdapter.js';
import type { Connector, InstanceWallet } from '../Connector.js';
import type { AccountWallet, FoundWallet } from './AccountWallet.js';

/** Maximum number of wallets; more than this is flooding. */
const LIMIT = 100;

/** A wallet that can be connected. */
export interface WalletSource<Wallet extends AccountWallet = AccountWallet> {
  readonly connector: Connector;
  /** Returns the wallet. One of the instance's own loads first; with a request, it is asked to connect. */
  open(request?: Pick<ConnectRequest, 'chainId' | 'signal'>): Promise<Wallet>;
  /**
   * For the instance's own wallets: restores the wallet within its own time limit, and returns whether it has accounts.
   */
  readonly restore?: InstanceWallet['restore'];
}

/** The wallets currently in the page. */
export interface WalletDiscovery<Wallet extends AccountWallet = AccountWallet> {
  find(connectorId: string): WalletSource<Wallet> | undefined;
  /** Looks for wallets again. */
  refresh(): void;
  /** Calls back after each change of the list; returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** The form in which the wallets of a namespace are found. */
export interface DiscoveryOptions<Wallet extends AccountWallet> {
  readonly namespace: ChainNamespace;
  /** Reads a wallet that registers through Wallet Standard; undefined if it is not of the namespace. Never throws. */
  readWallet(registered: unknown): FoundWallet<Wallet> | undefined;
  /** Reads the wallets that the page's global objects hold. A wallet that is also registered is listed once. Never throws. */
  injected?(): readonly FoundWallet<Wallet>[];
  /** Wraps the provider of a wallet of the instance. Absent if those do not serve the namespace; then they are not listed. */
  own?(provider: unknown): Wallet;
}

/**
 * Finds wallets through Wallet Standard's two events and in the page's globals, and reports them to core. All listeners are
 * removed with `host.signal`; the standard's own library would never remove its listeners.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function createWalletDiscovery<Wallet extends AccountWallet>(
  host: AdapterHost,
  options: DiscoveryOptions<Wallet>,
): WalletDiscovery<Wallet> {
  const { signal, wallets = [] } = host;
  // Everything that registered. A wallet that doesn't support the namespace yet is checked again later.
  const registered = new Map<unknown, WalletSource<Wallet> | undefined>();
  // Found in globals, by name. The form in which a wallet registers replaces them.
  const injected = new Map<string, WalletSource<Wallet>>();
  const listeners = new Set<() => void>();
  const { own: wrap } = options;
  const own = wrap ? wallets.map(wallet => ownSource(wallet, wrap)) : [];
  const announced = () => [...registered.values()].filter(source => source !== undefined);
  const sources = () => [...own, ...announced(), ...injected.values()];

  const report = onceATurn(() => {
    if (signal.aborted) return;
    host.report({ type: 'connectors', connectors: sources().map(source => source.connector) });
    for (const listener of [...listeners]) listener();
  });
  const read = (wallet: unknown) => {
    if (registered.get(wallet)) return;
    const found = options.readWallet(wallet);
    if (found) injected.delete(found.name);
    registered.set(wallet, found && sourceOf(options.namespace, found, sources()));
    if (found) report();
  };
  const register = (...given: readonly unknown[]) => {
    const taken = given.slice(0, LIMIT - registered.size);
    if (!signal.aborted) for (const wallet of taken) read(wallet);
    return () => {
      const gone = taken.filter(wallet => registered.get(wallet));
      for (const wallet of taken) registered.delete(wallet);
      if (gone.length > 0) report();
    };
  };
  const scan = () => {
    for (const found of options.injected?.() ?? []) {
      if (sources().some(({ connector }) => connector.name === found.name)) continue;
      injected.set(found.name, sourceOf(options.namespace, found, []));
      report();
    }
  };
  const api = Object.freeze({ register });
  const refresh = () => {
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
    for (const wallet of [...registered.keys()]) read(wallet);
    scan();
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
function sourceOf<Wallet extends AccountWallet>(
  namespace: ChainNamespace,
  { name, icon, chains, wallet }: FoundWallet<Wallet>,
  others: readonly WalletSource[],
): WalletSource<Wallet> {
  const taken = new Set(others.map(({ connector }) => connector.id));
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}#${number}`;
  return {
    connector: {
      id,
      name,
      type: 'ANNOUNCED',
      chain: namespace,
      chains,
      provider: wallet.provider,
      ...(icon ? { imageUrl: icon } : {}),
    },
    open: async () => wallet,
  };
}

function ownSource<Wallet extends AccountWallet>(
  { connector, provider, connect, restore }: InstanceWallet,
  wrap: (provider: unknown) => Wallet,
): WalletSource<Wallet> {
  return {
    connector,
    restore,
    async open(request) {
      if (request) await connect(request);
      return wrap(await provider());
    },
  };
}
