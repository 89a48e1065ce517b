import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogFields } from './jsonLog.js';
import { mergeLines } from './mergeLines.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const lines: [string, LogFields | undefined][] = [];
  const { log, flush } = mergeLines((_, event, fields) => lines.push([event, fields]));
  return { lines, log, flush };
}

describe('mergeLines', () => {
  it('writes twenty lines of a kind in a minute, whatever text is in them, and the number of the others [SEC-121]', () => {
    const { lines, log } = started();
    for (let at = 0; at < 1_000; at += 1)
      log('warn', 'social_sign_in_failed', { message: `https://${at}.example` });
    expect(lines).toHaveLength(20);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(20)).toEqual([['social_sign_in_failed', { repeated: 980 }]]);
    log('warn', 'social_sign_in_failed', { message: 'a new minute' });
    expect(lines.at(-1)).toEqual(['social_sign_in_failed', { message: 'a new minute' }]);
  });

  it('counts refused requests for each route and status, and writes all answered ones', () => {
    const { lines, log, flush } = started();
    for (let at = 0; at < 50; at += 1) {
      log('info', 'request', { route: '/a', status: 200, requestId: String(at) });
      log('info', 'request', { route: '/a', status: 404, requestId: String(at) });
      log('error', 'request', { route: '/b', status: 503, requestId: String(at) });
    }
    expect(lines).toHaveLength(50 + 20 + 20);
    flush();
    expect(lines.slice(90)).toEqual([
      ['request', { route: '/a', status: 404, repeated: 30 }],
      ['request', { route: '/b', status: 503, repeated: 30 }],
    ]);
  });

  it('bounds the kinds and the length of a text', () => {
    const { lines, log, flush } = started();
    for (let at = 0; at < 5_000; at += 1) log('warn', `made_up_${at}`, { message: 'x'.repeat(10_000) });
    expect(lines).toHaveLength(1_000);
    expect(lines.every(([, fields]) => String(fields?.message).length <= 4_096)).toBe(true);
    flush();
    expect(lines.slice(1_000)).toEqual([['other_lines', { repeated: 4_000 }]]);
  });
});
