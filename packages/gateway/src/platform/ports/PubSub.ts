import type { Connected } from './ConnectionFigures.js';

/** Receives a message. It must not throw. */
export type MessageListener = (message: string) => void;

/**
 * Message channels between the replicas of one gateway, the sender included. A message reaches current subscribers only and
 * is not stored. Every adapter passes `pubSubConformance`.
 */
export interface PubSub extends Connected {
  publish(channel: string, message: string): Promise<void>;
  /** Resolves once messages published from now on will arrive, with the function that unsubscribes. */
  subscribe(channel: string, listener: MessageListener): Promise<() => Promise<void>>;
  /**
   * Calls the listener whenever a broken connection was restored, because messages may have been missed; returns the
   * function that removes the listener.
   */
  onRestored(listener: () => void): () => void;
  /** Ends all subscriptions and releases connections. Further calls do nothing. */
  close(): Promise<void>;
}
