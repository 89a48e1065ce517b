import type { Reason } from './Reason.js';
import type { Session } from './Session.js';
import type { CommonEvents } from './SignEvents.js';

/** What a page's and a wallet's client have in common. */
export interface SignClient<Events extends CommonEvents> {
  /** The sessions in force. */
  sessions(): readonly Session[];
  /** Listens again to what was stored; resolves at once. The socket opens when there is anything to listen to. */
  restore(): void;
  /** Resolves once the relay listens to the session. @throws WC_NO_MATCHING_KEY; WC_RELAY_TIMEOUT after 1 min; WC_CLOSED */
  listening(topic: string): Promise<void>;
  /** Asks whether the other side is there. @throws WC_NO_MATCHING_KEY; WC_REQUEST_EXPIRED; WC_SESSION_ENDED */
  ping(topic: string): Promise<void>;
  /**
   * Ends a session here at once, and tells the other side; waits at most 3 s for the relay to take the word. A session
   * that is not there is ended already [ERR-16]: it never throws.
   */
  disconnect(topic: string, reason?: Reason): Promise<void>;
  /** Tries a relay that could not be reached again at once, and not after the pause that was next. */
  wake(): void;
  on<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): () => void;
  /** Closes the socket and settles every promise with WC_CLOSED. What is stored stays. */
  close(): void;
}
