import * as z from 'zod/mini';

const news = z.discriminatedUnion('type', [
  /** The stored session was replaced or removed. */
  z.object({ type: z.literal('SESSION') }),
  /** The visitor is on another network; CAIP-2. */
  z.object({ type: z.literal('CHAIN'), chainId: z.string() }),
  /** The gateway refuses to have anything signed. */
  z.object({ type: z.literal('FROZEN') }),
]);

/** What a page of this installation tells the others. */
export type News = z.infer<typeof news>;

/** The line among the pages of this installation that one host origin embeds. */
export interface NewsLine {
  /** Tells the other pages, not this one. */
  tell(news: News): void;
  hear(listener: (news: News) => void): void;
}

/** Opens the line: the browser keeps it within this storage partition. */
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
