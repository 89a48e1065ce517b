import { BaseError, isError } from '../../protocol/BaseError.js';
import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { type Connector, WALLET_CONNECT_ID } from '../adapter/Connector.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';
import { preload } from '../wallets/preload.js';
import { writeRecent } from '../wallets/recentWallets.js';
import { walletItem } from '../wallets/walletList.js';
import { applyConnectionEvent } from './chainState.js';
import { abortSecondary, getAttempts } from './secondaryConnections.js';
import { followLead, settleConnection } from './settleConnection.js';

/** Which wallet to connect, in which namespace and on which network. */
export interface ConnectOptions {
  /** Id of a connector in the state. */
  readonly connectorId?: string;
  /** Or the id of a wallet of the wallet list; if the wallet `pairs`, its connector is WalletConnect. */
  readonly walletId?: string;
  /** Which of a wallet's namespaces; default: the active one if the wallet supports it. */
  readonly namespace?: ChainNamespace;
  /** CAIP-2 id to connect on; default: the namespace's active network. */
  readonly chainId?: ChainId;
}

/** The connection that {@link connect} made. */
export interface ConnectReturnType {
  readonly connectorId: string;
  /** Addresses, without chain id; the active one first. */
  readonly accounts: readonly [string, ...string[]];
  /** CAIP-2 id of the wallet's network, whether or not the host lists it. */
  readonly chainId: ChainId;
}

/**
 * Connects a wallet. The namespace's other connections are dropped locally; their wallets aren't notified. With the feature
 * `multiWallet` they stay, and the new one is active. The promise settles with the wallet's response, or when the attempt is
 * cancelled or replaced, or the modal is closed. A failed attempt changes nothing.
 *
 * @throws CONNECTION_REJECTED if the visitor refused in the wallet; MODAL_CLOSED if the attempt was cancelled;
 * PROVIDER_NOT_FOUND if the wallet is not available; ADAPTER_NOT_FOUND without an adapter for its namespace;
 * CONNECTOR_CHAINS_MISMATCH; FAILED_TO_CONNECT for all other errors, with the wallet's error as `cause`.
 *
 * @example
 * const { accounts, chainId } = await connect(kit, { connectorId: 'io.metamask' });
 */
export async function connect(kit: Latchkit, options: ConnectOptions): Promise<ConnectReturnType> {
  let connector = findConnector(kit, options);
  if (!connector) {
    // A wallet that opens a window needs the click's user activation, so this waits only if discovery may not have finished.
    await preload(kit);
    connector = findConnector(kit, options);
  }
  if (!connector)
    throw createError('PROVIDER_NOT_FOUND', {
      context: { wallet: options.connectorId ?? options.walletId },
    });
  const namespace = connector.chain;
  const adapter = kit.adapter(namespace);
  const chain = kit.store.getState().namespaces[namespace];
  if (!adapter || !chain) throw createError('ADAPTER_NOT_FOUND', { context: { namespace } });

  const { kernel } = kit;
  getAttempts(kit).get(namespace)?.abort();
  const controller = new AbortController();
  getAttempts(kit).set(namespace, controller);
  const attempt = kernel.nextId();
  const connectorId = connector.id;
  const keep = kit.store.getState().features.multiWallet;
  abortSecondary(kit, namespace, keep ? connectorId : undefined);
  kernel.set(
    state => applyConnectionEvent(state, namespace, { type: 'connect', connectorId, attempt }) ?? {},
  );
  try {
    const { signal } = controller;
    const chainId = options.chainId ?? chain.network.caipNetworkId;
    const answer = adapter.connect(connectorId, { chainId, signal, role: keep ? 'active' : 'only' });
    const connection = await orLeft(kit, answer, controller);
    kernel.set(state => ({
      ...applyConnectionEvent(state, namespace, { type: 'answered', attempt, connection, keep }),
      // Email logins don't count as recent wallets.
      ...(connector.type !== 'AUTH' && recentWallet(kit, options.walletId ?? connectorId)),
    }));
    settleConnection(kit, namespace, connection, { keep });
    return connection;
  } catch (cause) {
    kernel.set(state => applyConnectionEvent(state, namespace, { type: 'failed', attempt }) ?? {});
    // The previous connection is active again.
    followLead(kit, namespace);
    const error = isError(cause) ? cause : createError('FAILED_TO_CONNECT', { cause });
    kernel.emit({ event: 'CONNECT_ERROR', namespace, connectorId, code: error.code });
    reportError(kit, 'CONNECT', error);
    throw error;
  } finally {
    if (getAttempts(kit).get(namespace) === controller) getAttempts(kit).delete(namespace);
  }
}

/** Records the wallet as recent; WalletConnect isn't a wallet itself. */
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
 * Settles with the response, or at once when the attempt is aborted or the modal closes, so that a hanging adapter cannot block
 * the caller.
 */
function orLeft<T>(kit: Latchkit, answer: Promise<T>, controller: AbortController): Promise<T> {
  const { signal } = controller;
  const stopWatching = kit.on(({ event }) => event === 'MODAL_CLOSE' && controller.abort());
  return new Promise((resolve, reject) => {
    const leave = () => {
      stopWatching();
      reject(signal.reason instanceof BaseError ? signal.reason : createError('MODAL_CLOSED'));
    };
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(() => {
      stopWatching();
      signal.removeEventListener('abort', leave);
    });
  });
}

/**
 * Cancels every connect attempt in flight: its promise rejects with MODAL_CLOSED, and a late response is ignored.
 *
 * @example
 * cancelConnect(kit);
 */
export function cancelConnect(kit: Latchkit): void {
  const { namespaces } = kit.store.getState();
  for (const [namespace, controller] of getAttempts(kit)) {
    // A restore is not the visitor's attempt, so it continues.
    if (namespaces[namespace as ChainNamespace]?.connection.status === 'connecting') controller.abort();
  }
}
