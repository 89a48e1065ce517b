import type { Storage } from '../../core/kernel/storage.js';
import type { WalletConnectClient, WalletConnectHost } from '../../core/walletConnect/WalletConnectConfig.js';
import { BaseError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { isStoredProposal } from '../dapp/StoredProposal.js';
import { createUniversalProvider } from '../provider/createUniversalProvider.js';
import { isStale } from '../provider/isStale.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { isStoredSession } from '../session/Session.js';
import { createCollection } from '../storage/createCollection.js';
import { chooseNetwork } from './chooseNetwork.js';
import { createAdapter } from './createAdapter.js';
import { createPairing } from './createPairing.js';
import { followProvider } from './followProvider.js';
import { kitEip1193 } from './kitEip1193.js';
import { namespacesOf } from './namespacesOf.js';
import { reachesOf } from './reachesOf.js';
import { kindOf, relaysOf } from './relaysOf.js';
import { sentMetadata } from './sentMetadata.js';
import { sessionWallet } from './sessionWallet.js';
import { solanaWallet } from './solanaWallet.js';
import { storageOf } from './storageOf.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** Creates the client of an instance. It opens nothing until it pairs or restores. @throws WC_NO_RELAY */
export function createClient(host: WalletConnectHost, options: WalletConnectOptions): WalletConnectClient {
  const provider = createProvider(host, options);
  const chains = () => host.networks().map(({ caipNetworkId }) => caipNetworkId);
  const pairing = createPairing(provider, host, chains);
  // Namespaces that already use the session: a further request from one of them asks for another wallet.
  const used = new Set<ChainNamespace>();
  const covers = (namespace: ChainNamespace) =>
    provider.session !== undefined && namespacesOf(provider.session).includes(namespace);
  const follower = followProvider(provider, host, kindOf(options, host.gateway), () => used.clear());

  const calls: Pick<WalletConnectClient, 'connect' | 'restore' | 'disconnect'> = {
    async connect(namespace, { chainId, signal }) {
      const session = provider.restore();
      if (session && isStale(session, { chains: chains() })) void provider.disconnect();
      if (!provider.session || used.has(namespace) || !covers(namespace)) {
        const approved = pairing.approved(signal);
        // Whoever shows the link besides the modal does so now.
        if (!host.isShown()) provider.reach();
        await approved;
      }
      if (!covers(namespace)) throw createError('CONNECTOR_CHAINS_MISMATCH', { context: { namespace } });
      used.add(namespace);
      if (namespace === 'eip155') await chooseNetwork(provider, chainId, chains());
    },
    async restore(namespace) {
      if (!provider.restore() || !covers(namespace) || !(await follower.announced())) return false;
      if (!covers(namespace)) return false;
      used.add(namespace);
      return true;
    },
    async disconnect() {
      // The session ends here immediately; the message to the wallet is sent once the relay is reachable.
      if (provider.restore()) void provider.disconnect();
    },
  };
  const eip1193 = kitEip1193(provider, calls, host.signal);
  const solana = solanaWallet(provider, calls, host);
  const client: WalletConnectClient = {
    ...calls,
    pair: pairing.hold,
    link: pairing.link,
    reach: provider.reach,
    wake: provider.wake,
    resend: follower.resend,
    cancel: follower.cancel,
    provider(namespace) {
      if (namespace === 'eip155') return eip1193;
      return namespace === 'solana' ? solana : sessionWallet(namespace, provider, calls, host);
    },
    adapter: namespace => createAdapter(namespace, provider, client),
  };
  return client;
}

function createProvider(host: WalletConnectHost, options: WalletConnectOptions): UniversalProvider {
  const { metadata, signal } = host;
  const storage = storageOf(options, host.storage);
  const relays = relaysOf(options, host.gateway);
  if (!relays) {
    throw new BaseError('WC_NO_RELAY', 'No relay is configured', {
      details: 'Give createLatchkit a gateway, or walletConnect a relayUrl.',
    });
  }
  const provider = createUniversalProvider({
    ...relays,
    // With relays of the page's own, the gateway's are not used.
    ...(!reachesOf(options) && { moreRelays: host.projectRelays(livesElsewhere(storage)) }),
    onDemand: true,
    // A host's own sockets may take no protocols, and another relay no token there.
    tokenInProtocol: !options.createSocket && options.relayUrl === undefined,
    signal,
    projectId: options.projectId ?? host.projectId ?? '',
    // Some wallets reject a page without a URL.
    metadata: sentMetadata({ url: globalThis.location?.origin, ...metadata, ...options.metadata }),
    storage,
    identityStorage: options.identityStorage,
    createSocket: options.createSocket,
    confirm: ({ pairingTopic, namespaces }) =>
      host.confirm?.({
        pairingTopic,
        accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
      }),
    admit: async session => {
      const { connectionSignIn } = await import('./connectionSignIn.js');
      await connectionSignIn.admit(host, session);
    },
    rpcUrl(chainId) {
      const network = host.networks().find(({ caipNetworkId }) => caipNetworkId === chainId);
      return network && host.rpcUrl(network);
    },
  });
  signal.addEventListener('abort', provider.close, { once: true });
  return provider;
}

/** Whether a stored session lives on a relay that the gateway names, or a wallet there may still answer. */
function livesElsewhere(storage: Storage): boolean {
  const sessions = createCollection({ storage, name: 'sessions', isItem: isStoredSession }).all();
  const proposals = createCollection({ storage, name: 'proposals', isItem: isStoredProposal }).all();
  return sessions.some(({ relay }) => relay !== undefined) || proposals.some(({ reached }) => reached);
}
