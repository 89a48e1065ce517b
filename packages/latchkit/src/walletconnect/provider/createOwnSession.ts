import type { Storage } from '../../core/kernel/storage.js';
import { connectionError } from '../../protocol/connectionError.js';
import { createEmitter, type Emitter } from '../createEmitter.js';
import { createDappClient, type DappClient } from '../dapp/createDappClient.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import type { Session } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';
import { createAdmission } from './createAdmission.js';
import { type ChainChoice, createChainChoice } from './createChainChoice.js';
import { createTeller } from './createTeller.js';
import { followSession } from './followSession.js';
import type { ProviderContext } from './ProviderContext.js';
import type { ProviderEvents } from './ProviderEvents.js';
import type { UniversalProviderOptions } from './UniversalProvider.js';

/** The client, made when it is first needed, and the one of its sessions that the provider works with. */
export interface OwnSession {
  readonly chains: ChainChoice;
  readonly events: Emitter<ProviderEvents>;
  /** Makes the client where there is none, and takes up the session that is stored. */
  start(): DappClient;
  /** @throws WC_NOT_INITIALIZED [ERR-65] */
  client(): DappClient;
  /** What requests work with. @throws WC_NOT_INITIALIZED [ERR-65] */
  context(): ProviderContext;
  /** The session, while it stands. */
  current(): Session | undefined;
  /** @throws CONNECT_FIRST */
  connected(): Session;
  isOurs(session: Session): boolean;
  /**
   * Resolves once the messages that a wallet signed with the connection are admitted; undefined: there are none.
   *
   * @throws what `admit` throws, which ends the session; WC_SESSION_ENDED it ended meanwhile.
   */
  admitted(session: Session): Promise<void> | undefined;
  /** Works with this session, unless another stands. */
  adopt(session: Session): void;
  /** Ends the session, here at once; resolves when the wallet's relay has the word. @throws WC_NOT_INITIALIZED [ERR-65] */
  end(): Promise<void>;
  wake(): void;
  /** Closes the socket and settles everything; the session stays stored. */
  close(): void;
}

export function createOwnSession(options: UniversalProviderOptions & { storage: Storage }): OwnSession {
  const closing = new AbortController();
  const events = createEmitter<ProviderEvents>();
  const chains = createChainChoice(options.storage);
  const teller = createTeller(chains, events);
  let made: DappClient | undefined;
  let topic: string | undefined;

  const client = () => {
    if (!made) throw walletConnectError('WC_NOT_INITIALIZED');
    return made;
  };
  const admitted = createAdmission(client, session => options.admit?.(session));
  const current = () => made?.sessions().find(isOurs);
  const isOurs = (session: Session) => session.topic === topic;
  const connected = () => {
    const session = current();
    if (!session) throw connectionError('CONNECT_FIRST');
    return session;
  };
  const context = (): ProviderContext => ({
    client: client(),
    session: connected,
    rpcUrl: chainId => options.rpcUrl?.(chainId),
    signal: closing.signal,
    ...{ chains, events, teller },
  });
  const start = () => {
    if (made) return made;
    made = createDappClient(options);
    followSession(context(), { isOurs, adopt: receive, end: forget });
    made.restore();
    const [latest] = [...made.sessions()].sort((one, other) => other.expiry - one.expiry);
    if (latest) adopt(latest);
    return made;
  };
  const receive = (session: Session) => {
    const admission = admitted(session);
    const take = () => adopt(session);
    // `connect` rejects with the reason.
    if (admission) admission.then(take, () => {});
    else take();
  };
  const adopt = (session: Session) => {
    // One that comes late, of a link that was given up, does not take another's place.
    if (isOurs(session) || current() !== undefined) return;
    topic = session.topic;
    teller.note(session);
    events.emit('connect', { session });
  };
  const forget = (session: Session | undefined) => {
    topic = undefined;
    if (session) chains.forget(session);
    events.emit('disconnect', new ProviderRpcError({ code: 4900, message: 'The session has ended.' }));
  };

  return {
    ...{ chains, events, start, client, context, current, connected, isOurs, admitted, adopt },
    async end() {
      const ending = client();
      if (topic === undefined) return;
      // It may be gone already: ended by the wallet, or in another tab [ERR-16].
      const session = current();
      const told = ending.disconnect(topic);
      forget(session);
      await told;
    },
    wake: () => made?.wake(),
    close() {
      closing.abort();
      made?.close();
    },
  };
}
