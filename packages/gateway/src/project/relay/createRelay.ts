import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { TOKEN_PROTOCOL } from 'latchkit/protocol';
import { WebSocketServer } from 'ws';
import type { CallerAddress } from '../../platform/http/clientAddress.js';
import type { RateLimiter } from '../../platform/http/rateLimiter.js';
import type { PubSub } from '../../platform/ports/PubSub.js';
import type { ProjectService } from '../projects/service.js';
import { type Admission, admission } from './admission.js';
import { CLOSE } from './closeCodes.js';
import { type Converse, converse } from './converse.js';
import { type HandshakeParts, handshakes } from './handshakes.js';
import { heartbeat } from './heartbeat.js';
import { hub } from './hub.js';
import type { Mailbox } from './mailbox/Mailbox.js';
import { methods } from './methods.js';
import { reading } from './reading.js';
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from './relayLimits.js';
import type { RelayMetrics } from './relayMetrics.js';
import { noReplicas, replicasOn } from './replicas.js';
import { type Outgoing, Session } from './Session.js';
import { socketCounts } from './socketCounts.js';

/** Milliseconds between two sweeps of the mailbox. */
const SWEEP = 30_000;
const PING_INTERVAL = 20_000;
/** Time limit of closing handshakes when the relay stops, in milliseconds. */
const GOODBYE = 3_000;

export interface RelayOptions {
  readonly projects: Pick<ProjectService, 'get'>;
  /** Stores undelivered messages. The caller opens and closes it. */
  readonly mailbox: Mailbox;
  /** Message channels between replicas; undefined: there is only this process. */
  readonly pubSub?: PubSub | undefined;
  readonly metrics: RelayMetrics;
  /** Finds the address of the client. */
  readonly address: CallerAddress;
  /** Public URLs of the relay, which tokens must name as audience; empty: the URL of each request. */
  readonly addresses: readonly string[];
  readonly limits?: Partial<RelayLimits>;
  /** Counts handshakes against the limit of HTTP requests. */
  readonly limiter?: RateLimiter;
  /** Handshakes per address and minute; 0: no limit. */
  readonly perAddress?: number;
  /** Decides on handshakes. Default: by the projects, with a token for one of the addresses. */
  readonly admit?: Admission;
  /** Milliseconds after which a socket without a subscription is closed with 4008. Default: never. */
  readonly staleAfter?: number;
  /** Milliseconds between two pings of a socket. Default: 20 000; existing clients disconnect after 35 000 without one. */
  readonly pingInterval?: number;
  readonly now?: () => number;
  /** Receives errors that the client did not cause. */
  readonly onError: (error: unknown) => void;
}

/** A WalletConnect v2 relay: it carries ciphertexts between clients that know a topic. */
export interface Relay {
  /** Handles an upgrade request; rejects with a status, or with a close code if `useOnCloseEvent=true`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Number of open sockets. */
  readonly socketCount: number;
  /** Accepts no more sockets, lets requests finish, and closes all with 1001. Further calls do nothing. */
  close(): Promise<void>;
}

export function createRelay(options: RelayOptions): Relay {
  const { mailbox, pubSub, metrics, address, onError, perAddress = 0, now = Date.now } = options;
  const limits: RelayLimits = { ...DEFAULT_RELAY_LIMITS, ...options.limits };
  const replicas = pubSub === undefined ? noReplicas : replicasOn(pubSub);
  const central = hub({ mailbox, replicas, limits, metrics, now, onError });
  const admit = options.admit ?? admission({ ...options, limiter: options.limiter, perAddress, now });
  const counts = socketCounts(limits);
  const sessions = new Set<Session>();
  const outgoing: Outgoing = { bytes: 0, limit: limits.outgoing };
  const talk = converse({
    hub: central,
    methods: methods(central, limits, now),
    reading: reading(limits),
    limits,
    metrics,
    now,
    onError,
  });
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Never the one with the token, which the response would repeat.
    handleProtocols: protocols => [...protocols].find(one => !one.startsWith(TOKEN_PROTOCOL)) ?? false,
    // A request may contain two messages (`wc_approveSession`) and some JSON around them.
    maxPayload: 2 * limits.messageSize + 65_536,
  });
  const beat = heartbeat({ interval: options.pingInterval ?? PING_INTERVAL, hub: central, now });
  const sweeping = setInterval(() => void mailbox.sweep().catch(onError), SWEEP);
  sweeping.unref();
  metrics.mailboxIs(mailbox);
  let closing: Promise<void> | undefined;

  const begin: HandshakeParts['onAdmitted'] = (socket, transport, party) => {
    const session = new Session(party, socket, transport, outgoing, now());
    sessions.add(session);
    beat.add(session);
    metrics.socketOpened();
    talk(session, transport);
    socket.once('close', code => {
      sessions.delete(session);
      beat.remove(session);
      central.leave(session);
      session.ended();
      metrics.socketClosed(session.closeCode ?? code);
    });
    closeIfStale(session, options.staleAfter);
    if (closing) session.close(CLOSE.GOING_AWAY, 'GOING_AWAY', 'The relay is stopping');
  };

  const greet = handshakes({
    ...{ address, admit, counts, metrics, server, onError },
    isClosing: () => closing !== undefined,
    onAdmitted: begin,
  });

  const close = async () => {
    clearInterval(sweeping);
    beat.stop();
    await closeAll(sessions, talk);
    await central.close();
  };

  return {
    upgrade: greet,
    get socketCount() {
      return sessions.size;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Closes a socket that subscribed to nothing in time. */
function closeIfStale(session: Session, after: number | undefined): void {
  if (after === undefined) return;
  const timer = setTimeout(() => {
    if (session.subscriptions.size === 0)
      session.close(CLOSE.STALE, 'STALE', 'Connected without a subscription');
  }, after);
  session.socket.once('close', () => clearTimeout(timer));
}

/** Lets requests finish, then closes the sockets; resolves when they are closed. */
async function closeAll(
  sessions: ReadonlySet<Session>,
  { finished }: Pick<Converse, 'finished'>,
): Promise<void> {
  const end = Date.now() + GOODBYE;
  await Promise.all([...sessions].map(session => finished(session, end)));
  const gone = [...sessions].map(
    ({ socket }) => new Promise<void>(resolve => socket.once('close', () => resolve())),
  );
  for (const session of sessions) session.close(CLOSE.GOING_AWAY, 'GOING_AWAY', 'The relay is stopping');
  await Promise.all(gone);
}
