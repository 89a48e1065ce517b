import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { changesOf, readSharedState, settledChanges } from './sharedState.mjs';

/** Ways to leave something to the next file. Each returns how to undo it. */
const LEAKS = [
  [
    'a global',
    'globalThis.leftBehind was added',
    () => {
      globalThis.leftBehind = 1;
      return () => delete globalThis.leftBehind;
    },
  ],
  [
    'another value of a global',
    'globalThis.fetch has another value',
    () => {
      const { fetch } = globalThis;
      globalThis.fetch = async () => new Response();
      return () => {
        globalThis.fetch = fetch;
      };
    },
  ],
  [
    'another clock',
    'globalThis.Date has another value',
    () => {
      const { Date: Real } = globalThis;
      globalThis.Date = class extends Real {};
      return () => {
        globalThis.Date = Real;
      };
    },
  ],
  [
    'a variable of the environment',
    'process.env.LEFT_BEHIND was added',
    () => {
      process.env.LEFT_BEHIND = '1';
      return () => delete process.env.LEFT_BEHIND;
    },
  ],
  [
    'a listener of the process',
    "a listener 'leftBehind' of process 'SIGUSR2' was left",
    () => {
      const leftBehind = () => {};
      process.once('SIGUSR2', leftBehind);
      return () => process.off('SIGUSR2', leftBehind);
    },
  ],
  [
    'a timer',
    '1 Timeout was left open',
    () => {
      const timer = setInterval(() => {}, 60_000);
      return () => clearInterval(timer);
    },
  ],
  [
    'a server',
    '1 TCPServerWrap was left open',
    async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return () => new Promise(resolve => server.close(resolve));
    },
  ],
];

describe('changesOf', () => {
  it.each(LEAKS)('names what a file leaves: %s', async (_, named, leak) => {
    const before = readSharedState();
    const undo = await leak();
    expect(changesOf(before, readSharedState())).toEqual([named]);
    await undo();
    expect(await settledChanges(before)).toEqual([]);
  });
});
