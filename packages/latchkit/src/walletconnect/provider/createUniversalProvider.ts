import { localStorageStorage } from '../../core/kernel/storage.js';
import { parseChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { DappClient } from '../dapp/createDappClient.js';
import { keepPairing } from '../pairing/keepPairing.js';
import { addressesOn, approvedChains } from '../session/namespaceReads.js';
import { createOwnSession } from './createOwnSession.js';
import { isStale } from './isStale.js';
import { requestOnChain } from './requestOnChain.js';
import type {
  UniversalConnectOptions,
  UniversalProvider,
  UniversalProviderOptions,
} from './UniversalProvider.js';
import { namespacesFor } from './walletMethods.js';

/** Creates a provider. It reads, opens and contacts nothing until it restores or connects. */
export function createUniversalProvider(options: UniversalProviderOptions): UniversalProvider {
  const own = createOwnSession({ ...options, storage: options.storage ?? localStorageStorage() });
  const { chains, events } = own;

  const provider: UniversalProvider = {
    get session() {
      return own.current();
    },
    restore() {
      own.start();
      return own.current();
    },
    pair: connect => startPairing(own.start(), connect, uri => events.emit('display_uri', uri)),
    async connect(connect) {
      own.start();
      const session = own.current();
      if (session && isStale(session, connect)) await own.end();
      else if (session && !connect.renew) return session;
      const approved = await (connect.pairing ?? provider.pair(connect)).approval;
      await own.admitted(approved);
      // The new session replaces the old one; don't wait until its wallet is notified.
      if (connect.renew && !own.isOurs(approved)) void own.end();
      own.adopt(approved);
      if (approvedChains(approved.namespaces).some(chain => connect.chains.includes(chain))) return approved;
      await own.end();
      throw createError('CONNECTOR_CHAINS_MISMATCH');
    },
    disconnect: own.end,
    listening: async () => own.client().listening(own.connected().topic),
    ping: async () => own.client().ping(own.connected().topic),
    async request(request, chainId) {
      if (chainId !== undefined) parseChainId(chainId);
      const { namespaces } = own.connected();
      const [first = ''] = Object.keys(namespaces);
      const target = chainId ?? provider.chainOf(first.split(':')[0] ?? first);
      if (target === undefined) throw createError('CONNECT_FIRST');
      return requestOnChain(own.context(), { ...request, chainId: target });
    },
    wake: own.wake,
    reach: () => own.start().reach(),
    rest: own.rest,
    chainOf(namespace) {
      const session = own.current();
      return session && chains.of(session, namespace);
    },
    addresses(namespace) {
      const chainId = provider.chainOf(namespace);
      return chainId === undefined ? [] : addressesOn(own.connected().namespaces, chainId);
    },
    on: events.on,
    close: own.close,
  };
  return provider;
}

function startPairing(client: DappClient, options: UniversalConnectOptions, onUri: (uri: string) => void) {
  const { chains, signal, namespaces: optionalNamespaces = namespacesFor(chains) } = options;
  const asked = chains.every(chain => chain.startsWith('eip155:')) ? options.authentication : undefined;
  const make = typeof asked === 'function' ? asked : undefined;
  let ready = typeof asked === 'function' ? undefined : asked;
  return keepPairing({
    propose(signal) {
      const authentication = ready && { chains, ...ready };
      // A nonce is valid for one link only.
      if (make) ready = undefined;
      return client.propose({ optionalNamespaces, signal, authentication });
    },
    prepare:
      make &&
      (async () => {
        ready = await make().catch(() => undefined);
      }),
    onLink: ({ uri }) => onUri(uri),
    signal,
  });
}
