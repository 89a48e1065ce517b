import * as z from 'zod/mini';

const news = z.discriminatedUnion('type', [
  /** The stored session was replaced or removed. */
  z.object({ type: z.literal('SESSION') }),
  /** The user switched to another network (CAIP-2). */
  z.object({ type: z.literal('CHAIN'), chainId: z.string() }),
  /** The wallet is frozen at the wallet service, which refuses to sign. */
  z.object({ type: z.literal('FROZEN') }),
]);

/** A message from one page of this installation to the others. */
export type News = z.infer<typeof news>;

/** The channel between this installation's pages that one host origin embeds. */
export interface NewsLine {
  /** Sends news to the other pages, not to this one. */
  tell(news: News): void;
  hear(listener: (news: News) => void): void;
}

/** Opens the channel; the browser limits it to this storage partition. */
export function createNewsLine(hostOrigin: string): NewsLine {
  const channel = new BroadcastChannel(`latchkit-wallet ${hostOrigin}`);
  return {
    tell: told => channel.postMessage(told),
    hear(listener) {
      channel.addEventListener('message', ({ data }) => {
        const heard = news.safeParse(data);
        if (heard.success) listener(heard.data);
      });
    },
  };
}
