import { evmAccountType } from 'latchkit/protocol';
import * as z from 'zod/mini';

const pageMessage = z.discriminatedUnion('type', [
  /** The stored session was replaced or removed. */
  z.object({ type: z.literal('SESSION') }),
  /** The user switched to another network (CAIP-2). */
  z.object({ type: z.literal('CHAIN'), chainId: z.string() }),
  /** The user switched to the other account. */
  z.object({ type: z.literal('ACCOUNT'), preferred: evmAccountType }),
  /** The wallet is frozen at the wallet service, which refuses to sign. */
  z.object({ type: z.literal('FROZEN') }),
]);

/** A message from one page of this installation to the others. */
export type PageMessage = z.infer<typeof pageMessage>;

/** The channel between this installation's pages that one host origin embeds. */
export interface PageChannel {
  /** Sends a message to the other pages, not to this one. */
  post(message: PageMessage): void;
  listen(listener: (message: PageMessage) => void): void;
}

/** Opens the channel; the browser limits it to this storage partition. */
export function createPageChannel(hostOrigin: string): PageChannel {
  const channel = new BroadcastChannel(`latchkit-wallet ${hostOrigin}`);
  return {
    post: message => channel.postMessage(message),
    listen(listener) {
      channel.addEventListener('message', ({ data }) => {
        const message = pageMessage.safeParse(data);
        if (message.success) listener(message.data);
      });
    },
  };
}
