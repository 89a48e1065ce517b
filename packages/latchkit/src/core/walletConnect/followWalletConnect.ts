import { isError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { type InstanceWallet, WALLET_CONNECT_ID } from '../adapter/Connector.js';
import { lazily } from '../adapter/lazily.js';
import { safeIcon } from '../adapter/untrusted.js';
import { adoptSession } from '../connection/adoptSession.js';
import { raiseAlert } from '../kernel/alerts.js';
import { rpcUrl } from '../kernel/gatewayUrl.js';
import { projectRelays } from '../kernel/projectRelays.js';
import { memoryStorage, type Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import type { ViewName } from '../modal/View.js';
import { signInFlow } from '../signIn/signIn.js';
import { type LinkEnvironment, linkEnvironment } from '../wallets/walletLinks.js';
import { isExposed } from './exposedPairings.js';
import { followRequests, openForRequest } from './followRequests.js';
import { isRelayUrl } from './isRelayUrl.js';
import { lazyAdapter } from './lazyAdapter.js';
import { isWalletLink, openLink, readWalletLink, writeWalletLink } from './openWalletLink.js';
import { walletConnectFlow } from './pairing.js';
import type { RelayEntry, RelayKind } from './RelayEntry.js';
import { transitionWalletConnect, type WalletConnectChange } from './transitionWalletConnect.js';
import type {
  WalletConnectClient,
  WalletConnectEvent,
  WalletConnectFlow,
  WalletConnectHost,
  WalletConnectPeer,
} from './WalletConnectConfig.js';
import type { WalletConnectWallet } from './walletConnectState.js';

/** Source of the client. */
export interface WalletConnectSource {
  /** The kinds of relays that the page names itself; undefined: the gateway names them. */
  reaches(): readonly RelayKind[] | undefined;
  /** Whether a stored session or proposal requires the client. */
  isAwaited(storage: Storage): boolean;
  /** Loads and creates the client. @throws WC_NO_RELAY if neither a relay nor a gateway is configured. */
  attach(host: WalletConnectHost): Promise<WalletConnectClient>;
}

/** The views for pairing, and those that are reached from them. */
const PAIRING: readonly ViewName[] = [
  'AllWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
];

/** The close code of a relay that refuses the token. */
const UNAUTHORIZED = 3_000;

const TOKEN_REFUSED =
  "The relay refused the page's token. Check this device's clock and the relay's public URL.";

/** Runs WalletConnect for an instance: pairs while the modal shows a connecting view, and applies the client's events. */
export function followWalletConnect(kit: Latchkit, config: WalletConnectSource): WalletConnectFlow {
  const { kernel, options, store } = kit;
  // If the start code fails to load, the next intent retries.
  const known = walletConnectFlow.get(kit);
  if (known) return known;
  let loaded: WalletConnectClient | undefined;
  const relays = createProjectRelays(kit, config.reaches());
  const tellRefusal = once(() => raiseAlert(kit, 'SESSION_EXPIRED', TOKEN_REFUSED));
  const client = lazily(async () => {
    if (kernel.signal.aborted) throw createError('DESTROYED');
    loaded = await config.attach(hostOf(kit, relays, event => receive(kit, event, tellRefusal)));
    return loaded;
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
  followRequests(kit);
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
    link: () => loaded?.link(),
    open: options => openLink(kit, loaded?.link(), options),
  };
  walletConnectFlow.set(kit, flow);
  kernel.instanceWallets.push({ access: namespace => accessOf(namespace, client) });
  if (kernel.adapters.length === 0) kernel.adapters = standInsFor(kit, client);
  return flow;
}

/** Reports a refusal only once, although each attempt has a new token. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
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
    change(kit, { type: 'reaches', reaches: kinds });
    const unknown = (kit.options.wallets?.custom ?? []).filter(({ relay }) => !relay).map(({ id }) => id);
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

function hostOf(
  kit: Latchkit,
  projectRelays: WalletConnectHost['projectRelays'],
  report: WalletConnectHost['report'],
): WalletConnectHost {
  const { kernel, options } = kit;
  return {
    networks: () => Object.values(kit.store.getState().namespaces).flatMap(({ networks }) => networks),
    rpcUrl: network => rpcUrl(options, network),
    metadata: options.metadata ?? { name: document.title || location.hostname },
    projectId: options.projectId,
    gateway: options.gateway,
    projectRelays,
    isShown: () => kit.store.getState().modal.open,
    // A host that disables reconnecting stores nothing.
    storage: options.reconnect === false ? memoryStorage() : kernel.storage,
    confirm: session =>
      isExposed(kit, session.pairingTopic)
        ? import('./confirmAddress.js').then(({ confirmSession }) => confirmSession(kit, session))
        : undefined,
    signIn: signInOf(kit),
    signal: kernel.signal,
    report,
  };
}

/** The instance's sign-in, which a wallet's response may need before its code has loaded. */
function signInOf(kit: Latchkit): WalletConnectHost['signIn'] {
  const { kernel, options } = kit;
  if (!options.siwx && !options.siweConfig) return undefined;
  const loaded = async () => {
    await kernel.start('restore');
    return signInFlow.get(kit)?.atConnection();
  };
  return {
    parameters: () =>
      loaded().then(
        one => one?.parameters(),
        () => undefined,
      ),
    async accept(signed) {
      const signIn = await loaded();
      if (!signIn) throw createError('SIGN_IN_UNAVAILABLE');
      await signIn.accept(signed);
    },
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
      change(kit, { type: 'starting' });
      try {
        const made = await client();
        made.pair(mine.signal);
      } catch (cause) {
        if (holding === mine) holding = undefined;
        const error = isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
        change(kit, { type: 'failed', error });
        throw error;
      }
    },
    stop(): void {
      if (!holding) return;
      holding.abort();
      holding = undefined;
      if (kit.store.getState().walletConnect.uri === undefined) change(kit, { type: 'stopped' });
    },
  };
}

function receive(kit: Latchkit, event: WalletConnectEvent, tellRefusal: () => void): void {
  if (kit.kernel.signal.aborted) return;
  if (event.type === 'relay' && event.error?.context.closeCode === UNAUTHORIZED) tellRefusal();
  const { storage } = kit.kernel;
  if (event.type === 'disconnected') writeWalletLink(storage, undefined);
  if (event.type === 'connected') {
    const wallet = walletShown(event.wallet, readWalletLink(storage), linkEnvironment());
    change(kit, { type: 'connected', wallet });
    void adoptSession(kit, WALLET_CONNECT_ID, event.namespaces);
  } else change(kit, event);
  if (event.type === 'request' && event.status === 'sending') openForRequest(kit, event.method);
}

function change(kit: Latchkit, event: WalletConnectChange): void {
  kit.kernel.set(({ walletConnect }) => ({
    walletConnect: transitionWalletConnect(walletConnect, event, Date.now()),
  }));
}

/**
 * A wallet's metadata for display. Shows only images embedded as data URLs: any other URL would contact a host that was not
 * configured.
 *
 * @param picked - The link of the wallet that was selected on this device, if any.
 */
export function walletShown(
  { name, icons, redirect }: WalletConnectPeer,
  picked: string | undefined,
  { platform, embedded }: LinkEnvironment,
): WalletConnectWallet {
  const links = [redirect?.universal, ...(embedded ? [] : [redirect?.native])].filter(isWalletLink);
  // A wallet that scanned a QR code from a computer is on another device.
  const own = platform === 'desktop' ? undefined : links[0];
  return { name, imageUrl: icons.map(safeIcon).find(Boolean), href: own ?? picked };
}

/** The mark of WalletConnect, from simple-icons (CC0). */
const WALLET_CONNECT_MARK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-7 -7 38 38'%3E%3Cpath fill='%233b99fc' d='M-7-7h38v38H-7z'/%3E%3Cpath fill='%23fff' d='M4.913 7.519c3.915-3.831 10.26-3.831 14.174 0l.471.461a.483.483 0 0 1 0 .694l-1.611 1.577a.252.252 0 0 1-.354 0l-.649-.634c-2.73-2.673-7.157-2.673-9.887 0l-.694.68a.255.255 0 0 1-.355 0L4.397 8.719a.482.482 0 0 1 0-.693l.516-.507Zm17.506 3.263 1.434 1.404a.483.483 0 0 1 0 .694l-6.466 6.331a.508.508 0 0 1-.709 0l-4.588-4.493a.126.126 0 0 0-.178 0l-4.589 4.493a.508.508 0 0 1-.709 0L.147 12.88a.483.483 0 0 1 0-.694l1.434-1.404a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.129.048.178 0l4.589-4.493a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.128.048.178 0l4.589-4.493a.507.507 0 0 1 .708 0Z'/%3E%3C/svg%3E";
