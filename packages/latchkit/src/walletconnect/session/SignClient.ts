import type { Reason } from './Reason.js';
import type { Session } from './Session.js';
import type { CommonEvents } from './SignEvents.js';

/** What the clients of pages and wallets have in common. */
export interface SignClient<Events extends CommonEvents> {
  /** The sessions in force. */
  sessions(): readonly Session[];
  /** Subscribes to stored topics again; returns immediately. The socket opens if there are any. */
  restore(): void;
  /**
   * Resolves once the relay is subscribed to the session. @throws WC_NO_MATCHING_KEY; WC_RELAY_TIMEOUT after 1 min;
   * WC_CLOSED
   */
  listening(topic: string): Promise<void>;
  /** Checks that the peer responds. @throws WC_NO_MATCHING_KEY; WC_REQUEST_EXPIRED; WC_SESSION_ENDED */
  ping(topic: string): Promise<void>;
  /**
   * Ends a session locally at once and notifies the peer, waiting at most 3 s for the relay to accept the message. It
   * never throws: a session that is not found has already ended.
   */
  disconnect(topic: string, reason?: Reason): Promise<void>;
  /** Retries an unreachable relay immediately instead of after the pause. */
  wake(): void;
  on<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): () => void;
  /** Closes the socket and settles all promises with WC_CLOSED. Stored data stays. */
  close(): void;
}
