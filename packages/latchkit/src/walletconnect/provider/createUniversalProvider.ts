import { localStorageStorage } from '../../core/storage/localStorageStorage.js';
import { parseCaipNetworkId } from '../../protocol/caip.js';
import { connectionError } from '../../protocol/connectionError.js';
import { createEmitter } from '../createEmitter.js';
import { createDappClient, type DappClient } from '../dapp/createDappClient.js';
import { keepPairing } from '../pairing/keepPairing.js';
import { addressesOn, approvedChains } from '../session/namespaceReads.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import type { Session } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';
import { createChainChoice } from './createChainChoice.js';
import { createTeller } from './createTeller.js';
import { followSession } from './followSession.js';
import { isStale } from './isStale.js';
import type { ProviderContext } from './ProviderContext.js';
import type { ProviderEvents } from './ProviderEvents.js';
import { requestOnChain } from './requestOnChain.js';
import type { ConnectOptions, UniversalProvider, UniversalProviderOptions } from './UniversalProvider.js';
import { namespacesFor } from './walletMethods.js';

/** Makes a provider. Nothing is read, opened or contacted until it is restored or asked to connect. */
export function createUniversalProvider(options: UniversalProviderOptions): UniversalProvider {
  const storage = options.storage ?? localStorageStorage();
  const end = new AbortController();
  const events = createEmitter<ProviderEvents>();
  const chains = createChainChoice(storage);
  const teller = createTeller(chains, events);
  let client: DappClient | undefined;
  let topic: string | undefined;

  const current = () => client?.sessions().find(session => session.topic === topic);
  const initialised = () => {
    if (!client) throw walletConnectError('WC_NOT_INITIALIZED');
    return client;
  };
  const connected = () => {
    const session = current();
    if (!client || !session) throw connectionError('CONNECT_FIRST');
    return session;
  };
  const contextOf = (made: DappClient): ProviderContext => ({
    client: made,
    session: connected,
    rpcUrl: chainId => options.rpcUrl?.(chainId),
    signal: end.signal,
    ...{ chains, events, teller },
  });
  const init = () => {
    if (client) return client;
    const made = createDappClient({ ...options, storage });
    client = made;
    followSession(contextOf(made), { isOurs: one => one.topic === topic, adopt, end: forget });
    made.restore();
    const [latest] = [...made.sessions()].sort((one, other) => other.expiry - one.expiry);
    if (latest) adopt(latest);
    return made;
  };
  const adopt = (session: Session) => {
    // One that comes late, of a link that was given up, does not take another's place.
    if (session.topic === topic || current() !== undefined) return;
    topic = session.topic;
    teller.note(session);
    events.emit('connect', { session });
  };
  const forget = (session: Session | undefined) => {
    topic = undefined;
    if (session) chains.forget(session);
    events.emit('disconnect', new ProviderRpcError({ code: 4900, message: 'The session has ended.' }));
  };

  const provider: UniversalProvider = {
    get session() {
      return current();
    },
    restore() {
      init();
      return current();
    },
    pair: connect => startPairing(init(), connect, uri => events.emit('display_uri', uri)),
    async connect(connect) {
      init();
      const session = current();
      if (session && isStale(session, connect)) await provider.disconnect();
      else if (session && !connect.renew) return session;
      const approved = await (connect.pairing ?? provider.pair(connect)).approval;
      // What stood until now gives way; nobody waits for its wallet to hear of it.
      if (connect.renew && topic !== approved.topic) void provider.disconnect();
      adopt(approved);
      if (approvedChains(approved.namespaces).some(chain => connect.chains.includes(chain))) return approved;
      await provider.disconnect();
      throw connectionError('CONNECTOR_CHAINS_MISMATCH');
    },
    async disconnect() {
      const made = initialised();
      if (topic === undefined) return;
      // It may be gone already: ended by the wallet, or in another tab [ERR-16].
      const session = current();
      const told = made.disconnect(topic);
      forget(session);
      await told;
    },
    listening: async () => initialised().listening(connected().topic),
    ping: async () => initialised().ping(connected().topic),
    async request(request, chainId) {
      if (chainId !== undefined) parseCaipNetworkId(chainId);
      const { namespaces } = connected();
      const [first = ''] = Object.keys(namespaces);
      const target = chainId ?? provider.chainOf(first.split(':')[0] ?? first);
      if (target === undefined) throw connectionError('CONNECT_FIRST');
      return requestOnChain(contextOf(initialised()), { ...request, chainId: target });
    },
    wake: () => client?.wake(),
    chainOf(namespace) {
      const session = current();
      return session && chains.of(session, namespace);
    },
    addresses(namespace) {
      const chainId = provider.chainOf(namespace);
      return chainId === undefined ? [] : addressesOn(connected().namespaces, chainId);
    },
    on: events.on,
    close() {
      end.abort();
      client?.close();
    },
  };
  return provider;
}

function startPairing(client: DappClient, options: ConnectOptions, onUri: (uri: string) => void) {
  const { chains, authentication, signal, namespaces: optionalNamespaces = namespacesFor(chains) } = options;
  const signsIn = authentication && chains.every(chain => chain.startsWith('eip155:'));
  return keepPairing({
    propose: signal =>
      client.propose({
        ...{ optionalNamespaces, signal },
        ...(signsIn && { authentication: { ...authentication, chains } }),
      }),
    onLink: ({ uri }) => onUri(uri),
    signal,
  });
}
