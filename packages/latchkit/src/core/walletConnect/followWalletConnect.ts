import { isError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { type InstanceWallet, WALLET_CONNECT_ID } from '../adapter/Connector.js';
import { lazily } from '../adapter/lazily.js';
import { projectRelays } from '../kernel/projectRelays.js';
import type { Storage } from '../kernel/storage.js';
import { walletOptions } from '../kernel/walletOptions.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { ViewName } from '../modal/View.js';
import type { AttachedClient } from './attachClient.js';
import { isRelayUrl } from './isRelayUrl.js';
import { lazyAdapter } from './lazyAdapter.js';
import { walletConnectFlow } from './pairing.js';
import type { RelayEntry, RelayKind } from './RelayEntry.js';
import { changeWalletConnect } from './transitionWalletConnect.js';
import type { WalletConnectClient, WalletConnectFlow, WalletConnectHost } from './WalletConnectConfig.js';

/** Source of the client. */
export interface WalletConnectSource {
  /** The kinds of relays that the page names itself; undefined: the gateway names them. */
  reaches(): readonly RelayKind[] | undefined;
  /** Whether a stored session or proposal requires the client. */
  isAwaited(storage: Storage): boolean;
  /** Loads what creates the client, which throws WC_NO_RELAY if neither a relay nor a gateway is configured. */
  load(): Promise<(host: WalletConnectHost) => WalletConnectClient>;
}

/** The views for pairing, and those that are reached from them. */
const PAIRING: readonly ViewName[] = [
  'AllWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
];

/** Runs WalletConnect for an instance: pairs while the modal shows a connecting view, and applies the client's events. */
export function followWalletConnect(kit: Latchkit, config: WalletConnectSource): WalletConnectFlow {
  const { kernel, options, store } = kit;
  // If the start code fails to load, the next intent retries.
  const known = walletConnectFlow.get(kit);
  if (known) return known;
  let attached: AttachedClient | undefined;
  const relays = createProjectRelays(kit, config.reaches());
  const client = lazily(async () => {
    if (kernel.signal.aborted) throw createError('DESTROYED');
    const [{ attachClient }, create] = await Promise.all([import('./attachClient.js'), config.load()]);
    attached = attachClient(kit, create, relays);
    return attached.client;
  });
  const modal = createHold(kit, client);
  const own = createHold(kit, client);

  let pairs = false;
  // Most visitors of Connect don't use WalletConnect, so the client loads once one selects a wallet that pairs.
  let prepared = false;
  const look = ({ modal: { open, views } }: LatchkitState, before?: LatchkitState) => {
    if (!open && before?.modal.open) prepared = false;
    const wanted =
      open && views.some(({ name }) => PAIRING.includes(name) || (prepared && name === 'Connect'));
    if (wanted === pairs) return;
    pairs = wanted;
    if (wanted) modal.start().catch(() => {});
    else modal.stop();
  };
  kernel.signal.addEventListener('abort', store.subscribe(look), { once: true });
  look(store.getState());
  // The adapters restore their own records; a session approved while the page was closed is known only here.
  if (options.reconnect !== false && config.isAwaited(kernel.storage)) {
    client()
      .then(made => made.restore(store.getState().activeNamespace))
      .catch(() => {});
  }

  const reach = () =>
    void client().then(
      // The pairing may have ended while the client loaded.
      made => (modal.isHeld() || own.isHeld()) && made.reach(),
      () => {},
    );
  const flow: WalletConnectFlow = {
    client,
    prepare: () => {
      prepared = true;
      look(store.getState());
    },
    reach,
    // A retry in the modal ends with the modal.
    startPairing: async () => {
      await (pairs ? modal : own).start();
      if (!pairs) reach();
    },
    stopPairing: own.stop,
    link: () => attached?.client.link(),
    open: options => attached?.open(options),
  };
  walletConnectFlow.set(kit, flow);
  kernel.instanceWallets.push({ access: namespace => accessOf(namespace, client) });
  if (kernel.adapters.length === 0) kernel.adapters = standInsFor(kit, client);
  return flow;
}

/** Adapters for basic mode, where the host has none: one per namespace. */
function standInsFor(kit: Latchkit, client: WalletConnectFlow['client']) {
  const namespaces = Object.keys(kit.store.getState().namespaces) as ChainNamespace[];
  return namespaces.map(namespace =>
    lazyAdapter(namespace, connectorOf(namespace), async () => (await client()).adapter(namespace)),
  );
}

function accessOf(namespace: ChainNamespace, client: WalletConnectFlow['client']): InstanceWallet {
  return {
    connector: connectorOf(namespace),
    provider: async () => (await client()).provider(namespace),
    connect: async request => (await client()).connect(namespace, request),
    restore: async () => (await client()).restore(namespace),
    disconnect: async () => (await client()).disconnect(),
  };
}

function connectorOf(namespace: ChainNamespace) {
  return {
    id: WALLET_CONNECT_ID,
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    imageUrl: WALLET_CONNECT_MARK,
    chain: namespace,
    chains: [],
  } as const;
}

/** The relays that the gateway names for the project. Tells the state which kinds of relays there are. */
function createProjectRelays(kit: Latchkit, own: readonly RelayKind[] | undefined) {
  const { gateway, projectId } = kit.options;
  const reaches = (kinds: readonly RelayKind[]) => {
    changeWalletConnect(kit, { type: 'reaches', reaches: kinds });
    const unknown = (walletOptions(kit.options).custom ?? [])
      .filter(({ relay }) => !relay)
      .map(({ id }) => id);
    if (unknown.length === 0) return;
    console.warn(
      `[latchkit] wallets.custom: name the relay of ${unknown.join()}, else a code may reach nobody.`,
    );
  };
  if (own) reaches(own);
  if (own || !gateway || !projectId) return async () => [];
  const named = new Promise<readonly RelayEntry[]>(resolve => {
    projectRelays.set(kit, given => {
      const relays = given.filter(({ url }) => isRelayUrl(url));
      reaches(relays.length > 0 ? ['gateway', 'network'] : ['gateway']);
      resolve(relays);
    });
  });
  return (ask: boolean) => {
    if (ask) void kit.kernel.start();
    return named;
  };
}

/** Requests a pairing link from start to stop. */
function createHold(kit: Latchkit, client: WalletConnectFlow['client']) {
  let holding: AbortController | undefined;
  return {
    isHeld: () => holding !== undefined,
    async start(): Promise<void> {
      const { status } = kit.store.getState().walletConnect;
      if (holding && status !== 'failed') {
        // A manual retry should not wait for a long backoff.
        if (status === 'unreachable') (await client()).wake();
        return;
      }
      holding?.abort();
      const mine = new AbortController();
      holding = mine;
      changeWalletConnect(kit, { type: 'starting' });
      try {
        const made = await client();
        made.pair(mine.signal);
      } catch (cause) {
        if (holding === mine) holding = undefined;
        const error = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
        changeWalletConnect(kit, { type: 'failed', error });
        throw error;
      }
    },
    stop(): void {
      if (!holding) return;
      holding.abort();
      holding = undefined;
      if (kit.store.getState().walletConnect.uri === undefined) changeWalletConnect(kit, { type: 'stopped' });
    },
  };
}

/** The mark of WalletConnect, from simple-icons (CC0). */
const WALLET_CONNECT_MARK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-7 -7 38 38'%3E%3Cpath fill='%233b99fc' d='M-7-7h38v38H-7z'/%3E%3Cpath fill='%23fff' d='M4.913 7.519c3.915-3.831 10.26-3.831 14.174 0l.471.461a.483.483 0 0 1 0 .694l-1.611 1.577a.252.252 0 0 1-.354 0l-.649-.634c-2.73-2.673-7.157-2.673-9.887 0l-.694.68a.255.255 0 0 1-.355 0L4.397 8.719a.482.482 0 0 1 0-.693l.516-.507Zm17.506 3.263 1.434 1.404a.483.483 0 0 1 0 .694l-6.466 6.331a.508.508 0 0 1-.709 0l-4.588-4.493a.126.126 0 0 0-.178 0l-4.589 4.493a.508.508 0 0 1-.709 0L.147 12.88a.483.483 0 0 1 0-.694l1.434-1.404a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.129.048.178 0l4.589-4.493a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.128.048.178 0l4.589-4.493a.507.507 0 0 1 .708 0Z'/%3E%3C/svg%3E";
