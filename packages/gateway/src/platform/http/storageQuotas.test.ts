import { describe, expect, it } from 'vitest';
import { memoryCache } from '../adapters/memory/memoryCache.js';
import type { Cache } from '../ports/Cache.js';
import { STORAGE_QUOTAS, type StoredKind, storageQuotas } from './storageQuotas.js';

const KINDS = Object.keys(STORAGE_QUOTAS) as StoredKind[];

function open(floor = 0, cache: Cache = memoryCache()) {
  const refused: string[] = [];
  const events = { refused: (kind: string) => refused.push(kind), degraded: () => {} };
  const quotas = storageQuotas({ cache, events, floorOf: async () => floor });
  /** Stores until it is refused; returns the number of bytes. */
  const fill = async (kind: StoredKind, projectId: string, network: string, bytes: number) => {
    for (let sum = 0; ; sum += bytes) {
      try {
        await quotas.take({ kind, projectId, network, bytes });
      } catch (error) {
        expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
        return sum;
      }
      if (sum > 100 * STORAGE_QUOTAS[kind].bytes) throw new Error('Nothing is refused');
    }
  };
  return { quotas, fill, refused };
}

describe('storageQuotas', () => {
  it.each(KINDS)('bounds the bytes of a network and of a project: %s [SEC-115]', async kind => {
    const { bytes, network } = STORAGE_QUOTAS[kind];
    const { fill, refused } = open();
    const step = bytes / 1_000;
    expect(await fill(kind, 'shop', 'one', step)).toBeCloseTo(bytes * network);
    let all = bytes * network;
    for (let count = 0; all < bytes && count < 200; count += 1)
      all += await fill(kind, 'shop', `n${count}`, step);
    expect(all).toBeCloseTo(bytes);
    expect(refused).toContain(`stored ${kind}`);
    // Another project has its own.
    expect(await fill(kind, 'other', 'one', step)).toBeCloseTo(bytes * network);
  });

  it('takes nothing of one kind from another', async () => {
    const { quotas, fill } = open();
    for (let count = 0; count < 20; count += 1) await fill('event', 'shop', `n${count}`, 1_000_000);
    for (const kind of KINDS.filter(one => one !== 'event'))
      await quotas.take({ kind, projectId: 'shop', network: 'n0', bytes: 1_000 });
  });

  it('is never below what a project stored, from whatever network', async () => {
    const floor = 4 * STORAGE_QUOTAS.order.bytes;
    const { fill } = open(floor);
    expect(await fill('order', 'shop', 'one', 100_000)).toBe(floor);
  });

  it('counts on while the shared cache is away, or lost its counters', async () => {
    const away = async () => {
      throw new Error('The cache is away');
    };
    const { network, bytes } = STORAGE_QUOTAS.name;
    expect(await open(0, { ...memoryCache(), increment: away }).fill('name', 'shop', 'one', 1_000)).toBe(
      bytes * network,
    );
    const forgetful: Cache = { ...memoryCache(), increment: async (_, by) => ({ count: by, resetsIn: 1 }) };
    expect(await open(0, forgetful).fill('name', 'shop', 'one', 1_000)).toBe(bytes * network);
  });
});
