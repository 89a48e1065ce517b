import type { MessageListener, PubSub } from '../../ports/PubSub.js';
import { connectRedis } from './connectRedis.js';

/**
 * Message channels on a Redis or Valkey server, which replicas share. After a broken connection the channels are
 * subscribed again; messages published meanwhile are lost.
 *
 * @throws BaseError `REDIS_UNREACHABLE`.
 */
export async function redisPubSub(url: string, prefix = 'latchkit:'): Promise<PubSub> {
  // A subscribed connection accepts no other commands.
  const connections = await Promise.all([
    connectRedis(url, 'pubsub_sender'),
    connectRedis(url, 'pubsub_receiver'),
  ]);
  const [sender, receiver] = [connections[0].client, connections[1].client];
  const channels = new Map<string, Set<MessageListener>>();
  receiver.on('message', (channel: string, message: string) => {
    for (const listener of [...(channels.get(channel) ?? [])]) listener(message);
  });
  const restored = new Set<() => void>();
  receiver.on('ready', () => {
    // The client subscribes to the other channels first, so once this one is confirmed, all are.
    receiver.subscribe(`${prefix}restored`).then(
      () => {
        for (const listener of [...restored]) listener();
      },
      // The connection broke again; the next one calls this again.
      () => {},
    );
  });
  return {
    connections: () => connections.map(({ figures }) => figures()),
    async publish(channel, message) {
      await sender.publish(prefix + channel, message);
    },
    async subscribe(channel, listener) {
      const name = prefix + channel;
      const own: MessageListener = message => listener(message);
      const listeners = channels.get(name) ?? new Set();
      channels.set(name, listeners.add(own));
      const leave = async () => {
        listeners.delete(own);
        if (listeners.size > 0 || channels.get(name) !== listeners) return;
        channels.delete(name);
        await receiver.unsubscribe(name).catch(() => {});
      };
      try {
        await receiver.subscribe(name);
      } catch (error) {
        await leave();
        throw error;
      }
      return leave;
    },
    onRestored(listener) {
      const own = () => listener();
      restored.add(own);
      return () => void restored.delete(own);
    },
    async close() {
      restored.clear();
      channels.clear();
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
