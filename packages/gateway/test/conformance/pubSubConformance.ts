import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PubSub } from '../../src/platform/ports/PubSub.js';
import { waitUntil } from '../waitUntil.js';

/**
 * Tests that every `PubSub` must pass.
 *
 * @param open - Opens an instance. If `shared`, all opened instances exchange messages.
 */
export function pubSubConformance(
  name: string,
  open: () => Promise<PubSub>,
  { shared }: { shared: boolean },
): void {
  describe(name, () => {
    let one: PubSub;
    let two: PubSub;
    beforeAll(async () => {
      one = await open();
      two = shared ? await open() : one;
    });
    afterAll(async () => {
      await Promise.all([one.close(), two.close()]);
    });

    it('delivers every message to all subscribers of its channel, in order', async () => {
      const heard: string[] = [];
      const stops = await Promise.all([
        one.subscribe('news', message => heard.push(`one ${message}`)),
        two.subscribe('news', message => heard.push(`two ${message}`)),
        two.subscribe('other', message => heard.push(`other ${message}`)),
      ]);
      await one.publish('news', 'a');
      await one.publish('news', 'é\0☃');
      await waitUntil(async () => heard.length >= 4);
      expect(heard.filter(text => text.startsWith('one '))).toEqual(['one a', 'one é\0☃']);
      expect(heard.filter(text => text.startsWith('two '))).toEqual(['two a', 'two é\0☃']);
      expect(heard).toHaveLength(4);
      for (const stop of stops) await stop();
    });

    it('unsubscribes one listener without affecting another', async () => {
      const heard: string[] = [];
      const listener = (message: string) => void heard.push(message);
      const stop = await one.subscribe('twice', listener);
      const stopOther = await one.subscribe('twice', listener);
      await stop();
      await stop();
      await two.publish('twice', 'x');
      await waitUntil(async () => heard.length > 0);
      await stopOther();
      // A listener that received the second message received all earlier ones.
      const stopLast = await one.subscribe('twice', message => heard.push(`last ${message}`));
      await two.publish('twice', 'y');
      await waitUntil(async () => heard.includes('last y'));
      expect(heard).toEqual(['x', 'last y']);
      await stopLast();
    });

    it('rejects calls once closed, and can be closed twice', async () => {
      const third = await open();
      await Promise.all([third.close(), third.close()]);
      await expect(third.publish('news', 'x')).rejects.toThrow();
      await expect(third.subscribe('news', () => {})).rejects.toThrow();
    });
  });
}
