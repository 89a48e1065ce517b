import type { Connected } from './ConnectionFigures.js';

/** Hears a message. It must not throw. */
export type MessageListener = (message: string) => void;

/**
 * Messages between the replicas of one gateway, the sender included. A message reaches who listens at that moment and is
 * not kept. Every adapter passes `pubSubConformance`.
 */
export interface PubSub extends Connected {
  publish(channel: string, message: string): Promise<void>;
  /** Resolves when messages that are published from now on will be heard; gives what stops listening. */
  subscribe(channel: string, listener: MessageListener): Promise<() => Promise<void>>;
  /**
   * Calls the listener each time when messages may have been missed (a connection broke) and are heard again from now on;
   * gives what stops that.
   */
  onRestored(listener: () => void): () => void;
  /** Stops all listening and releases connections. Closing twice does nothing. */
  close(): Promise<void>;
}
