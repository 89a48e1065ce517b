import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGatewayClock } from './gatewayClock.js';

const RIGHT = Date.UTC(2026, 10, 29, 12);
const answer = (headers: Record<string, string>) => new Response('{}', { headers });
const dated = (time: number) => new Date(time).toUTCString();

afterEach(() => {
  vi.useRealTimers();
});

describe('createGatewayClock', () => {
  it.each([-86_400_000 * 400, -3_600_000, -90_000, 90_000, 3_600_000, 86_400_000 * 8])(
    'follows the gateway from a page whose clock is %d ms off (GW-09)',
    off => {
      vi.useFakeTimers({ toFake: ['Date'], now: RIGHT + off });
      const clock = createGatewayClock();
      expect(clock.now()).toBe(RIGHT + off);
      clock.read(answer({ date: dated(RIGHT), 'cache-control': 'no-store' }));
      expect([clock.now(), clock.pageTime(RIGHT + 60_000)]).toEqual([RIGHT, RIGHT + off + 60_000]);
      vi.setSystemTime(RIGHT + off + 1_000);
      expect(clock.now()).toBe(RIGHT + 1_000);
    },
  );

  it.each([
    ['no time', {}],
    ['no date', { date: 'yesterday', 'cache-control': 'no-store' }],
    [
      'a time that a cache may have kept',
      { date: dated(RIGHT - 300_000), 'cache-control': 'public, max-age=300' },
    ],
    [
      'a time that says no more than that the clock is right',
      { date: dated(RIGHT - 2_000), 'cache-control': 'no-store' },
    ],
  ])('leaves the page’s clock at an answer with %s', (_, headers) => {
    vi.useFakeTimers({ toFake: ['Date'], now: RIGHT });
    const clock = createGatewayClock();
    clock.read(answer(headers));
    expect(clock.now()).toBe(RIGHT);
  });

  it('trusts the page’s clock again once it was set right', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: RIGHT + 90_000 });
    const clock = createGatewayClock();
    clock.read(answer({ date: dated(RIGHT), 'cache-control': 'no-store' }));
    vi.setSystemTime(RIGHT);
    clock.read(answer({ date: dated(RIGHT), 'cache-control': 'no-store' }));
    expect(clock.now()).toBe(RIGHT);
  });
});
