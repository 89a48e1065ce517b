import { BaseError, isError } from '../../protocol/BaseError.js';
import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import { connectionError } from '../../protocol/connectionError.js';
import type { AdapterConnection } from '../adapter/ChainAdapter.js';
import type { Connector } from '../adapter/Connector.js';
import { WALLET_CONNECT_ID } from '../adapter/walletConnectId.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';
import { preload } from '../wallets/preload.js';
import { writeRecent } from '../wallets/recentWallets.js';
import { walletItem } from '../wallets/walletList.js';
import { abandonFurther, attemptsOf } from './abandonFurther.js';
import { applyConnectionEvent } from './chainState.js';
import { followLead, settleConnection } from './settleConnection.js';

export interface ConnectOptions {
  /** The connector to use, as listed in the state. */
  readonly connectorId?: string;
  /** Or the wallet of the wallet list whose connector to use; WalletConnect for one that `pairs`. */
  readonly walletId?: string;
  /** Which of a wallet's namespaces; default: the active one where the wallet has it. */
  readonly namespace?: ChainNamespace;
  /** CAIP-2 id to connect on; default: the namespace's active network. */
  readonly networkId?: CaipNetworkId;
}

/**
 * Connects a wallet. The namespace's other connections end without a word to their wallets, unless the feature
 * `multiWallet` is on: then they stay, and the new one is active [CFG-11]. The promise settles with the wallet's answer, or when the attempt is cancelled, replaced by
 * another one, or the modal is closed; an attempt that fails changes nothing.
 *
 * @throws CONNECTION_REJECTED the visitor refused in the wallet; MODAL_CLOSED the attempt was left; PROVIDER_NOT_FOUND no
 * such wallet here; ADAPTER_NOT_FOUND no adapter for its namespace; CONNECTOR_CHAINS_MISMATCH; FAILED_TO_CONNECT for
 * everything else, with the wallet's error as `cause`.
 */
export async function connect(kit: Latchkit, options: ConnectOptions): Promise<AdapterConnection> {
  let connector = findConnector(kit, options);
  if (!connector) {
    // A wallet that opens a window needs the click's own turn: this waits only where wallets may not have been found yet.
    await preload(kit);
    connector = findConnector(kit, options);
  }
  if (!connector)
    throw connectionError('PROVIDER_NOT_FOUND', {
      context: { wallet: options.connectorId ?? options.walletId },
    });
  const namespace = connector.chain;
  const adapter = kit.adapter(namespace);
  const chain = kit.store.getState().chains[namespace];
  if (!adapter || !chain) throw connectionError('ADAPTER_NOT_FOUND', { context: { namespace } });

  const { kernel } = kit;
  attemptsOf(kit).get(namespace)?.abort();
  const controller = new AbortController();
  attemptsOf(kit).set(namespace, controller);
  const attempt = kernel.nextId();
  const connectorId = connector.id;
  const keep = kit.store.getState().features.multiWallet;
  abandonFurther(kit, namespace, keep ? connectorId : undefined);
  kernel.set(
    state => applyConnectionEvent(state, namespace, { type: 'connect', connectorId, attempt }) ?? {},
  );
  try {
    const { signal } = controller;
    const networkId = options.networkId ?? chain.network.caipNetworkId;
    const answer = adapter.connect(connectorId, { networkId, signal, role: keep ? 'active' : 'only' });
    const connection = await orLeft(kit, answer, controller);
    kernel.set(state => ({
      ...applyConnectionEvent(state, namespace, { type: 'answered', attempt, connection, keep }),
      // Nor is a login.
      ...(connector.type !== 'AUTH' && recentWallet(kit, options.walletId ?? connectorId)),
    }));
    settleConnection(kit, namespace, connection, { keep });
    return connection;
  } catch (cause) {
    kernel.set(state => applyConnectionEvent(state, namespace, { type: 'failed', attempt }) ?? {});
    // What stood before stands again.
    followLead(kit, namespace);
    const error = isError(cause) ? cause : connectionError('FAILED_TO_CONNECT', { cause });
    kernel.emit({ event: 'CONNECT_ERROR', namespace, connectorId, code: error.code });
    reportError(kit, 'CONNECT', error);
    throw error;
  } finally {
    if (attemptsOf(kit).get(namespace) === controller) attemptsOf(kit).delete(namespace);
  }
}

/** The wallet is recent from now on; WalletConnect is none, but the way to one. */
function recentWallet({ kernel }: Latchkit, walletId: string) {
  return walletId === WALLET_CONNECT_ID ? {} : { recentWalletIds: writeRecent(kernel.storage, walletId) };
}

function findConnector(kit: Latchkit, options: ConnectOptions): Connector | undefined {
  const state = kit.store.getState();
  const item = options.walletId ? walletItem(kit, state, options.walletId) : undefined;
  const id = item?.pairs ? WALLET_CONNECT_ID : options.connectorId;
  const found = item?.connector ?? state.connectors.find(connector => connector.id === id);
  if (!found?.connectors) return found;
  const wanted = options.namespace ?? state.activeNamespace;
  return found.connectors.find(connector => connector.chain === wanted) ?? found.connectors[0];
}

/**
 * Settles with the answer, or at once when the attempt is aborted or the modal closes: an adapter that hangs cannot hold the
 * caller.
 */
function orLeft<T>(kit: Latchkit, answer: Promise<T>, controller: AbortController): Promise<T> {
  const { signal } = controller;
  const stopWatching = kit.on(({ event }) => event === 'MODAL_CLOSE' && controller.abort());
  return new Promise((resolve, reject) => {
    const leave = () => {
      stopWatching();
      reject(signal.reason instanceof BaseError ? signal.reason : connectionError('MODAL_CLOSED'));
    };
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(() => {
      stopWatching();
      signal.removeEventListener('abort', leave);
    });
  });
}
