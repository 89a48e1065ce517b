import type { AdapterConnection, AdapterHost, ChainAdapter } from '../../core/adapter/ChainAdapter.js';
import type { WalletConnectClient } from '../../core/walletConnect/WalletConnectConfig.js';
import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { hexChainId } from '../provider/hexChainId.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { addressesOn, approvedChains } from '../session/namespaceReads.js';
import { createRequests } from './createRequests.js';

/** Id of the connector in every namespace. */
const CONNECTOR_ID = 'walletConnect';

/**
 * The adapter of a namespace for which the host has none. It has one connector, WalletConnect, and sends wallet
 * requests over the session; reads use the host's nodes.
 */
export function createAdapter(
  namespace: ChainNamespace,
  provider: UniversalProvider,
  client: WalletConnectClient,
): ChainAdapter {
  // Only EVM wallets have a current chain; requests to other wallets name their chain.
  let chosen: ChainId | undefined;
  const connection = () => connectionOf(namespace, provider, chosen);
  const reporter = createReporter(connection);
  const standing = () => {
    const now = reporter.note();
    if (!now) throw createError('CONNECTOR_CHAINS_MISMATCH', { context: { namespace } });
    return now;
  };

  return {
    namespace,
    isAddress: text => text.length > 0,
    start(host) {
      reporter.start(host);
      const stops = [
        provider.on('accountsChanged', reporter.look),
        provider.on('chainChanged', reporter.look),
        provider.on('disconnect', reporter.look),
      ];
      host.signal.addEventListener('abort', () => stops.map(stop => stop()), { once: true });
    },
    async connect(_, { chainId, signal }) {
      await client.connect(namespace, { chainId, signal });
      chosen = chainId;
      return standing();
    },
    async reconnect(connectorId, { chainId }) {
      if (connectorId !== CONNECTOR_ID || !(await client.restore(namespace))) return undefined;
      chosen = chainId;
      return connection() && standing();
    },
    async disconnect() {
      reporter.forget();
      await client.disconnect();
    },
    async switchNetwork(_, { caipNetworkId, name }) {
      const { session } = provider;
      if (namespace === 'eip155') {
        const params = [{ chainId: hexChainId(caipNetworkId) }];
        const request = { method: 'wallet_switchEthereumChain', params };
        await provider.request(request, provider.chainOf(namespace));
      } else if (!session || !approvedChains(session.namespaces).includes(caipNetworkId)) {
        throw createError('CONNECTOR_CANNOT_SWITCH', { details: `The wallet has not approved ${name}.` });
      }
      chosen = caipNetworkId;
      reporter.look();
    },
    getProvider: async () => (namespace === 'eip155' ? client.provider(namespace) : provider),
    ...createRequests(namespace, provider, connection),
  };
}

/** The part of the session that belongs to a namespace. @param chosen - The chain that the page switched to last. */
function connectionOf(
  namespace: ChainNamespace,
  { session, chainOf }: UniversalProvider,
  chosen: ChainId | undefined,
): AdapterConnection | undefined {
  const isApproved = session && chosen && approvedChains(session.namespaces).includes(chosen);
  const chainId = isApproved && namespace !== 'eip155' ? chosen : chainOf(namespace);
  if (!session || !chainId) return undefined;
  const [first, ...rest] = addressesOn(session.namespaces, chainId);
  return first === undefined
    ? undefined
    : { connectorId: CONNECTOR_ID, accounts: [first, ...rest], chainId: chainId as ChainId };
}

/** Remembers the last reported connection and reports only changes. */
function createReporter(connection: () => AdapterConnection | undefined) {
  let host: AdapterHost | undefined;
  let told: string | undefined;
  const note = () => {
    const now = connection();
    told = now && JSON.stringify(now);
    return now;
  };
  return {
    start(given: AdapterHost): void {
      host = given;
    },
    /** Records the current connection, which the caller reports. */
    note,
    /** Clears the record: there is no connection to compare with. */
    forget(): void {
      told = undefined;
    },
    look(): void {
      const before = told;
      if (before === undefined) return;
      const now = note();
      if (told === before) return;
      if (now) host?.report({ type: 'changed', connection: now });
      else host?.report({ type: 'disconnected', connectorId: CONNECTOR_ID });
    },
  };
}
