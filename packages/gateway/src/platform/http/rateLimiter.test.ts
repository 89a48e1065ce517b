import { describe, expect, it } from 'vitest';
import { memoryCache } from '../adapters/memory/memoryCache.js';
import { rateLimiter } from './rateLimiter.js';

describe('rateLimiter', () => {
  it('counts the /64 networks of one provider together, too', async () => {
    const limiter = rateLimiter(memoryCache(), { refused: () => {}, degraded: () => {} });
    const served = async (network: string) =>
      limiter.take('address', network, 1).then(
        () => 1,
        () => 0,
      );
    let count = 0;
    for (let at = 0; at < 50; at += 1) count += await served(`2001:db8:1:${at.toString(16)}::/64`);
    expect(count).toBe(16);
    expect(await served('2001:db8:2:1::/64')).toBe(1);
    expect(await served('192.0.2.1')).toBe(1);
  });
});
