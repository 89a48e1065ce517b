import { createError } from '../../protocol/errors.js';
import { WALLET_CONNECT_ID } from '../adapter/Connector.js';
import { safeIcon } from '../adapter/untrusted.js';
import { adoptSession } from '../connection/adoptSession.js';
import { raiseAlert } from '../kernel/alerts.js';
import { rpcUrl } from '../kernel/gatewayUrl.js';
import { memoryStorage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import { signInFlow } from '../signIn/signIn.js';
import { type LinkEnvironment, linkEnvironment } from '../wallets/walletLinks.js';
import { isExposed } from './exposedPairings.js';
import { followRequests, openForRequest } from './followRequests.js';
import { isWalletLink, openLink, readWalletLink, writeWalletLink } from './openWalletLink.js';
import { changeWalletConnect } from './transitionWalletConnect.js';
import type {
  WalletConnectClient,
  WalletConnectEvent,
  WalletConnectFlow,
  WalletConnectHost,
  WalletConnectPeer,
} from './WalletConnectConfig.js';
import type { WalletConnectWallet } from './walletConnectState.js';

/** The close code of a relay that refuses the token. */
const UNAUTHORIZED = 3_000;

const TOKEN_REFUSED =
  "The relay refused the page's token. Check this device's clock and the relay's public URL.";

/** A client, and what opens its wallets. */
export interface AttachedClient extends Pick<WalletConnectFlow, 'open'> {
  readonly client: WalletConnectClient;
}

/** Creates the client of an instance and applies its events. Loads with the client. @throws WC_NO_RELAY */
export function attachClient(
  kit: Latchkit,
  create: (host: WalletConnectHost) => WalletConnectClient,
  relays: WalletConnectHost['projectRelays'],
): AttachedClient {
  const tellRefusal = once(() => raiseAlert(kit, 'SESSION_EXPIRED', TOKEN_REFUSED));
  const client = create(hostOf(kit, relays, event => receive(kit, event, tellRefusal)));
  followRequests(kit);
  return { client, open: options => openLink(kit, client.link(), options) };
}

/** Reports a refusal only once, although each attempt has a new token. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
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

function receive(kit: Latchkit, event: WalletConnectEvent, tellRefusal: () => void): void {
  if (kit.kernel.signal.aborted) return;
  if (event.type === 'relay' && event.error?.context.closeCode === UNAUTHORIZED) tellRefusal();
  const { storage } = kit.kernel;
  if (event.type === 'disconnected') writeWalletLink(storage, undefined);
  if (event.type === 'connected') {
    const wallet = walletShown(event.wallet, readWalletLink(storage), linkEnvironment());
    changeWalletConnect(kit, { type: 'connected', wallet });
    void adoptSession(kit, WALLET_CONNECT_ID, event.namespaces);
  } else changeWalletConnect(kit, event);
  if (event.type === 'request' && event.status === 'sending') openForRequest(kit, event.method);
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
