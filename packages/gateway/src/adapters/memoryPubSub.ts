import { BaseError } from 'latchkit/protocol';
import type { MessageListener, PubSub } from '../ports/PubSub.js';

/** Messages inside this process, for a gateway without replicas. */
export function memoryPubSub(): PubSub {
  const channels = new Map<string, Set<MessageListener>>();
  let open = true;
  const requireOpen = () => {
    if (!open) throw new BaseError('PUBSUB_CLOSED', 'The message channels are closed');
  };
  return {
    async publish(channel, message) {
      requireOpen();
      for (const listener of [...(channels.get(channel) ?? [])]) listener(message);
    },
    async subscribe(channel, listener) {
      requireOpen();
      // Wrapped: the same function may listen twice, and each stops on its own.
      const own: MessageListener = message => listener(message);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(own));
      return async () => {
        listeners.delete(own);
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel);
      };
    },
    // Nothing between two of a process breaks.
    onRestored: () => () => {},
    async close() {
      open = false;
      channels.clear();
    },
  };
}
