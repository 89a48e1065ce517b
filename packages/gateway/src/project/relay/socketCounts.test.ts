import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_RELAY_LIMITS } from './relayLimits.js';
import { socketCounts } from './socketCounts.js';

describe('socketCounts', () => {
  it('takes the oldest socket of a network that fills the process, in favour of another', () => {
    const counts = socketCounts({ ...DEFAULT_RELAY_LIMITS, sockets: 40, socketsPerAddress: 10 });
    const shed = vi.fn<(socket: string) => void>();
    for (let at = 0; at < 40; at += 1)
      counts.take(`2001:db8:1:${at.toString(16)}::/64`, () => shed(`flood ${at}`));
    for (let at = 0; at < 10; at += 1) counts.take(`198.51.${at}.1`, () => shed(`honest ${at}`));
    expect(shed.mock.calls.flat()).toEqual(Array.from({ length: 10 }, (_, at) => `flood ${at}`));
    expect(() => counts.take('2001:db8:1:ff::/64', () => {})).toThrow('As many sockets are open as may be');
  });

  it('decides on handshakes of others while one network has hundreds of them', () => {
    const counts = socketCounts(DEFAULT_RELAY_LIMITS);
    for (let at = 0; at < 1_000; at += 1)
      counts.decide(`2001:db8:1:${at.toString(16)}::/64`, () => new Promise(() => {}));
    expect(() => counts.take('2001:db8:1:1::/64', () => {})).toThrow('As many sockets are open as may be');
    counts.decide('198.51.100.1', () => new Promise(() => {}));
    expect(counts.take('198.51.100.1', () => {})).toBeTypeOf('function');
  });
});
