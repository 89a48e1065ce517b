import { BaseError } from 'latchkit/protocol';
import type { MessageListener, PubSub } from '../../ports/PubSub.js';

/** Message channels inside this process, for a gateway without replicas. */
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
      // Wrapped, because the same function may subscribe twice, and each subscription ends separately.
      const own: MessageListener = message => listener(message);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(own));
      return async () => {
        listeners.delete(own);
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel);
      };
    },
    // Channels inside a process cannot break.
    onRestored: () => () => {},
    async close() {
      open = false;
      channels.clear();
    },
  };
}
