import { type ChainNamespace, isNamespace } from '../protocol/caip.js';
import { EMPTY_ACTIVITY } from './activity/activityState.js';
import { readAnalyticsConsent } from './analytics/analyticsConsent.js';
import { createChainState, defaultNetworkOf } from './connection/chainState.js';
import { readConnections, readNetworks } from './connection/connectionRecords.js';
import { type ConnectionState, DISCONNECTED } from './connection/connectionState.js';
import { EMPTY_DIRECTORY } from './directory/directoryState.js';
import { NO_EMBEDDED_WALLET } from './embeddedWallet/embeddedWalletState.js';
import { resolveFeatures } from './kernel/resolveFeatures.js';
import type { Storage } from './kernel/storage.js';
import { readNamespace } from './kernel/storedRecord.js';
import type { InstanceOptions } from './LatchkitOptions.js';
import type { LatchkitState, NamespaceState } from './LatchkitState.js';
import { CLOSED_MODAL } from './modal/modalState.js';
import { EMPTY_SEND } from './send/sendState.js';
import { NO_SIGN_IN } from './signIn/signInState.js';
import { NO_WALLET_CONNECT } from './walletConnect/walletConnectState.js';
import { readRecent } from './wallets/recentWallets.js';

/**
 * The state of a new instance. A stored connection that will be restored is 'reconnecting' from the start, so that no render
 * after a reload shows 'disconnected'.
 */
export function initialState(
  options: InstanceOptions,
  storage: Storage,
  nextId: () => number,
): LatchkitState {
  const stored = options.reconnect === false ? {} : readConnections(storage);
  const lastUsed = readNetworks(storage);
  const namespaces: Partial<Record<ChainNamespace, NamespaceState>> = {};
  for (const network of options.networks) {
    const namespace = network.chainNamespace;
    if (namespaces[namespace]) continue;
    const networks = options.networks.filter(candidate => candidate.chainNamespace === namespace);
    const start = defaultNetworkOf(networks, lastUsed[namespace], options.defaultNetwork);
    namespaces[namespace] = createChainState(
      namespace,
      networks,
      start,
      startOf(options, namespace, stored, nextId),
      options.defaultNetwork,
    );
  }
  const preferred = readNamespace(storage) ?? options.defaultNetwork?.split(':')[0];
  const activeNamespace =
    isNamespace(preferred) && namespaces[preferred] ? preferred : options.networks[0].chainNamespace;
  const { siwx, siweConfig } = options;
  // siweConfig is for EVM alone.
  const signsIn = siwx ? (Object.keys(namespaces) as ChainNamespace[]) : (['eip155'] as const);
  const required = (siwx ?? siweConfig)?.required ? signsIn : [];
  return {
    modal: CLOSED_MODAL,
    namespaces,
    activeNamespace,
    connections: [],
    connectors: [],
    recentWalletIds: readRecent(storage),
    listings: { featured: [], recommended: [] },
    directory: EMPTY_DIRECTORY,
    send: EMPTY_SEND,
    transactionStack: [],
    pendingTransactions: [],
    settledTransactions: [],
    activity: EMPTY_ACTIVITY,
    features: resolveFeatures(options),
    signIn: { ...NO_SIGN_IN, required },
    walletConnect: NO_WALLET_CONNECT,
    embeddedWallet: NO_EMBEDDED_WALLET,
    analyticsConsent: readAnalyticsConsent(storage),
    themeMode: options.themeMode ?? 'auto',
    themeVariables: options.themeVariables ?? {},
    alerts: [],
    toast: undefined,
  };
}

function startOf(
  options: InstanceOptions,
  namespace: ChainNamespace,
  stored: ReturnType<typeof readConnections>,
  nextId: () => number,
): ConnectionState {
  const connectorId = stored[namespace]?.[0];
  const adapter = options.adapters?.some(candidate => candidate.namespace === namespace);
  if (!connectorId || !(adapter || options.walletConnect)) return DISCONNECTED;
  return { status: 'reconnecting', connectorId, attempt: nextId() };
}
