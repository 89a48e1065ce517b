import type { AdapterConnection, AdapterHost, ChainAdapter } from '../../core/contracts/ChainAdapter.js';
import type { WalletConnectClient } from '../../core/contracts/WalletConnect.js';
import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { addressesOn, approvedChains } from '../session/namespaceReads.js';
import { createRequests } from './createRequests.js';

/** The id of the connector, in every namespace. */
const CONNECTOR_ID = 'walletConnect';

/**
 * The adapter of a namespace that none of the host's serves: it knows one connector, WalletConnect, and asks the wallet
 * whatever is asked. Reads go over the host's nodes.
 */
export function createAdapter(
  namespace: ChainNamespace,
  provider: UniversalProvider,
  client: WalletConnectClient,
): ChainAdapter {
  let host: AdapterHost | undefined;
  let told: string | undefined;
  // Only EVM wallets are on a chain of their own; the others are told it with every request.
  let chosen: CaipNetworkId | undefined;

  const connection = (): AdapterConnection | undefined => {
    const { session } = provider;
    const isApproved = session && chosen && approvedChains(session.namespaces).includes(chosen);
    const networkId = isApproved && namespace !== 'eip155' ? chosen : provider.chainOf(namespace);
    if (!session || !networkId) return undefined;
    const [first, ...rest] = addressesOn(session.namespaces, networkId);
    return first === undefined
      ? undefined
      : { connectorId: CONNECTOR_ID, accounts: [first, ...rest], networkId: networkId as CaipNetworkId };
  };
  const standing = () => {
    const now = connection();
    told = now && JSON.stringify(now);
    if (!now) throw catalogueError('CONNECTOR_CHAINS_MISMATCH', { context: { namespace } });
    return now;
  };
  const onChange = () => {
    if (told === undefined) return;
    const now = connection();
    const before = told;
    told = now && JSON.stringify(now);
    if (told === before) return;
    if (now) host?.report({ type: 'changed', connection: now });
    else host?.report({ type: 'disconnected', connectorId: CONNECTOR_ID });
  };

  return {
    namespace,
    isAddress: text => text.length > 0,
    start(given) {
      host = given;
      const stops = [
        provider.on('accountsChanged', onChange),
        provider.on('chainChanged', onChange),
        provider.on('disconnect', onChange),
      ];
      given.signal.addEventListener('abort', () => stops.map(stop => stop()), { once: true });
    },
    async connect(_, { networkId, signal }) {
      await client.connect(namespace, { networkId, signal });
      chosen = networkId;
      return standing();
    },
    async reconnect(connectorId, { networkId }) {
      if (connectorId !== CONNECTOR_ID || !(await client.restore(namespace))) return undefined;
      chosen = networkId;
      return connection() && standing();
    },
    async disconnect() {
      told = undefined;
      await client.disconnect();
    },
    async switchNetwork(_, { caipNetworkId, name }) {
      const { session } = provider;
      if (namespace === 'eip155') {
        const chainId = `0x${Number(caipNetworkId.slice('eip155:'.length)).toString(16)}`;
        const request = { method: 'wallet_switchEthereumChain', params: [{ chainId }] };
        await provider.request(request, provider.chainOf(namespace));
      } else if (!session || !approvedChains(session.namespaces).includes(caipNetworkId)) {
        throw catalogueError('CONNECTOR_CANNOT_SWITCH', { details: `The wallet has not approved ${name}.` });
      }
      chosen = caipNetworkId;
      onChange();
    },
    getProvider: async () => (namespace === 'eip155' ? client.eip1193 : provider),
    ...createRequests(namespace, provider, connection),
  };
}
