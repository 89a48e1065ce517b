import type { Storage } from '../../core/kernel/storage.js';
import { createError } from '../../protocol/errors.js';
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

/** The client, created on first use, and the one of its sessions that the provider uses. */
export interface OwnSession {
  readonly chains: ChainChoice;
  readonly events: Emitter<ProviderEvents>;
  /** Creates the client if needed and restores the stored session. */
  start(): DappClient;
  /** @throws WC_NOT_INITIALIZED */
  client(): DappClient;
  /** The context of requests. @throws WC_NOT_INITIALIZED */
  context(): ProviderContext;
  /** The session, while it is in force. */
  current(): Session | undefined;
  /** @throws CONNECT_FIRST */
  connected(): Session;
  isOurs(session: Session): boolean;
  /**
   * Resolves once the session was confirmed and what the wallet signed with it accepted; undefined if neither is needed.
   *
   * @throws what `confirm` and `admit` throw, which ends the session; WC_SESSION_ENDED if it ended meanwhile.
   */
  admitted(session: Session): Promise<void> | undefined;
  /** Uses this session unless there is another one. */
  adopt(session: Session): void;
  /**
   * Ends the session, locally at once; resolves when the relay has the message for the wallet. @throws
   * WC_NOT_INITIALIZED
   */
  end(): Promise<void>;
  wake(): void;
  rest(): void;
  /** Closes the socket and settles all promises; the session stays stored. */
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
  const admitted = createAdmission(client, session => {
    const confirming = options.confirm?.(session);
    const admit = () => (session.auths ? options.admit?.(session) : undefined);
    // What a wallet signed is accepted only once the visitor has confirmed that it is theirs.
    return confirming ? confirming.then(admit) : admit();
  });
  const current = () => made?.sessions().find(isOurs);
  const isOurs = (session: Session) => session.topic === topic;
  const connected = () => {
    const session = current();
    if (!session) throw createError('CONNECT_FIRST');
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
    const confirming = latest && options.confirm?.(latest);
    if (confirming) {
      confirming
        .then(
          () => adopt(latest),
          () => client().disconnect(latest.topic),
        )
        .catch(() => {});
    } else if (latest) adopt(latest);
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
    // A late session from a cancelled link does not replace the current one.
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
      // It may be gone already: ended by the wallet or in another tab.
      const session = current();
      const told = ending.disconnect(topic);
      forget(session);
      await told;
    },
    wake: () => made?.wake(),
    rest: () => made?.rest(),
    close() {
      closing.abort();
      made?.close();
    },
  };
}
