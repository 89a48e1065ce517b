import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { EvmOptions } from '../EvmOptions.js';
import { sdkWallets } from '../wallets/sdkWallets.js';
import type { WalletSource } from '../wallets/WalletSource.js';
import { configuredWallets } from './configuredWallets.js';
import { readAnnouncement } from './readAnnouncement.js';
import { type LegacyWallet, readLegacyWallet } from './readLegacyWallet.js';

/** Maximum number of wallets; more than this is flooding. */
const LIMIT = 100;

/** The wallets found in the page so far. */
export interface Discovery {
  find(connectorId: string): WalletSource | undefined;
  /** Returns the listed wallet with this provider object. */
  findByProvider(provider: unknown): WalletSource | undefined;
  /** Asks wallets to announce themselves again. */
  refresh(): void;
  /** Calls back after each change of the list; returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/**
 * Finds wallets and reports them to core: announced ones (EIP-6963), `window.ethereum`, the host's SDKs and the
 * connectors of its wagmi configuration. There is one announcement listener; all listeners are removed with
 * `host.signal`.
 */
export function createDiscovery(host: AdapterHost, options: EvmOptions): Discovery {
  const { signal, wallets = [] } = host;
  const announced: WalletSource[] = [];
  const seen = { uuids: new Set<string>(), ids: new Set<string>() };
  const listeners = new Set<() => void>();
  let legacy: LegacyWallet | undefined;
  let around: WalletSource | undefined;

  const hasWalletConnect = wallets.some(({ connector }) => connector.type === 'WALLET_CONNECT');

  const inPage = () => [
    ...(around ? [around] : []),
    // The client's SDK, if the page has it too, announces the same wallet.
    ...announced.filter(({ connector }) => connector.info?.uuid !== around?.connector.info?.uuid),
    ...legacySource(legacy, announced),
  ];
  // First, so that no wallet in the page can take their ids.
  const own: readonly WalletSource[] = wallets.map(({ connector, ...wallet }) => ({
    connector,
    origin: { kind: 'instance', ...wallet },
  }));
  const all = () => merged([...own, ...inPage()], [...sdkWallets(options), ...configured.sources()]);
  const byProvider = (provider: unknown) => inPage().find(source => providerOf(source) === provider);
  const listed = (provider: unknown) => provider === legacy?.provider || byProvider(provider) !== undefined;
  const report = onceATurn(() => {
    if (signal.aborted) return;
    host.report({ type: 'connectors', connectors: visible(all()).map(source => source.connector) });
    for (const listener of [...listeners]) listener();
  });
  const configured = configuredWallets(options, listed, report, hasWalletConnect);
  const changed = () => {
    report();
    // An announced wallet is not listed again as a connector of the host's wagmi.
    configured.read();
  };
  const readLegacy = () => {
    const found = readLegacyWallet();
    if (!found || found.provider === legacy?.provider) return;
    legacy = found;
    changed();
  };
  // Outside of a frame there is no Farcaster client around the page.
  let isLooking = window.parent === window && !('ReactNativeWebView' in window);
  const lookAround = async () => {
    if (isLooking) return;
    isLooking = true;
    const loaded = await import('./findMiniAppWallet.js').catch(() => undefined);
    around = await loaded?.findMiniAppWallet(signal);
    if (around) changed();
    else isLooking = false;
  };
  const refresh = () => {
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    readLegacy();
    void lookAround();
  };

  window.addEventListener(
    'eip6963:announceProvider',
    event => {
      const source = announcedSource(event, seen, announced);
      if (!source) return;
      announced.push(source);
      changed();
    },
    { signal },
  );
  // In-app wallet browsers inject late and emit this event.
  window.addEventListener('ethereum#initialized', readLegacy, { signal });
  window.addEventListener('load', refresh, { signal, once: true });
  signal.addEventListener('abort', configured.stop, { once: true });
  refresh();
  changed();

  return {
    find: id => all().find(source => source.connector.id === id),
    findByProvider: byProvider,
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Wallets respond one by one in the same task, so report once per task. */
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

function providerOf({ origin }: WalletSource): Eip1193Provider | undefined {
  return origin.kind === 'page' ? origin.provider : undefined;
}

/**
 * Returns a source for an announcement that adds something. The first announcement of a wallet counts: a later one with
 * the same uuid, or the same rdns and provider, is ignored; one with the same rdns and another provider is listed
 * separately under a new id.
 */
function announcedSource(
  event: Event,
  seen: { readonly uuids: Set<string>; readonly ids: Set<string> },
  announced: readonly WalletSource[],
): WalletSource | undefined {
  const announcement = readAnnouncement(event);
  if (!announcement || seen.uuids.has(announcement.uuid) || announced.length >= LIMIT) return undefined;
  const { uuid, rdns, name, icon, provider } = announcement;
  if (announced.some(known => providerOf(known) === provider && known.connector.info?.rdns === rdns)) {
    return undefined;
  }
  seen.uuids.add(uuid);
  const id = seen.ids.has(rdns) ? `${rdns}#${uuid}` : rdns;
  seen.ids.add(id);
  return {
    connector: {
      id,
      name,
      type: 'ANNOUNCED',
      chain: 'eip155',
      chains: [],
      info: { rdns, uuid },
      provider,
      ...(icon ? { imageUrl: icon } : {}),
    },
    origin: { kind: 'page', provider },
  };
}

/** `window.ethereum`, unless the same wallet announced itself, by object or by known name. */
function legacySource(
  legacy: LegacyWallet | undefined,
  announced: readonly WalletSource[],
): readonly WalletSource[] {
  if (!legacy) return [];
  const { provider, name } = legacy;
  if (announced.some(known => providerOf(known) === provider || known.connector.name === name)) return [];
  return [
    {
      connector: { id: 'injected', name, type: 'INJECTED', chain: 'eip155', chains: [], provider },
      origin: { kind: 'page', provider },
    },
  ];
}

/** Merges both lists; for duplicate ids the first wins. */
function merged(first: readonly WalletSource[], second: readonly WalletSource[]): readonly WalletSource[] {
  const ids = new Set<string>();
  return [...first, ...second].filter(({ connector: { id } }) => !ids.has(id) && ids.add(id));
}

/** Hides an SDK whose wallet is announced in the page. It can still be found to restore a connection. */
function visible(sources: readonly WalletSource[]): readonly WalletSource[] {
  const rdns = new Set(sources.map(source => source.connector.info?.rdns));
  return sources.filter(source => !source.aliases?.some(alias => rdns.has(alias)));
}
