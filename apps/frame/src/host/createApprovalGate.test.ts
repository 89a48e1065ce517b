import { FRAME_LIMITS } from 'latchkit/protocol';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createGateStore } from '../storage/createGateStore.js';
import { createApprovalGate } from './createApprovalGate.js';
import { stopTime } from './stoppedTime.test-support.js';

/** A browser storage that the tests can inspect. */
function browserStorage() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  } as Storage;
  return { storage, items };
}

const HOST = 'https://shop.example';
/** The gate of a newly loaded page. */
const load = (storage: Storage, origin = HOST) => createApprovalGate(createGateStore(() => storage, origin));

beforeEach(stopTime);

describe('createApprovalGate', () => {
  it('keeps a site out for the hour that the visitor chose, whoever reloads the page [SEC-67]', () => {
    const { storage } = browserStorage();
    load(storage).block(3_600_000);
    vi.setSystemTime(Date.now() + 3_599_000);
    expect(load(storage).enter(0)).toEqual({ code: 'SITE_BLOCKED', retryAfter: 1 });
    expect(load(storage, 'https://other.example').enter(0)).toBeUndefined();
    vi.setSystemTime(Date.now() + 1_000);
    expect(load(storage).enter(0)).toBeUndefined();
  });

  it('counts refusals across reloads and pauses after the third [SEC-67]', () => {
    const { storage } = browserStorage();
    for (let count = 1; count <= 3; count += 1) {
      expect(load(storage).enter(0)).toBeUndefined();
      load(storage).refused();
      expect(load(storage).refusals()).toBe(count);
    }
    expect(load(storage).enter(0)).toEqual({ code: 'SITE_PAUSED', retryAfter: 30 });
    vi.setSystemTime(Date.now() + FRAME_LIMITS.refusalPause);
    // Refusals before the pause do not trigger a second one.
    expect(load(storage).enter(0)).toBeUndefined();
    load(storage).refused();
    expect(load(storage).refusals()).toBe(4);
    expect(load(storage).enter(0)).toBeUndefined();
    vi.setSystemTime(Date.now() + FRAME_LIMITS.refusalWindow);
    expect(load(storage).refusals()).toBe(0);
  });

  it('says whether the site waits after refusals or because the visitor blocked it (UX-06)', () => {
    const { storage } = browserStorage();
    for (let count = 1; count <= 3; count += 1) load(storage).refused();
    vi.setSystemTime(Date.now() + 10_000);
    expect(load(storage).closed()).toEqual({ code: 'SITE_PAUSED', retryAfter: 20 });
    load(storage).block(3_600_000);
    expect(load(storage).closed()).toEqual({ code: 'SITE_BLOCKED', retryAfter: 3_600 });
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(load(storage).closed()).toBeUndefined();
  });

  it('is not held longer by what a site asks meanwhile (UX-06)', () => {
    const { storage } = browserStorage();
    for (let count = 1; count <= 3; count += 1) load(storage).refused();
    vi.setSystemTime(Date.now() + 20_000);
    for (let count = 1; count <= 40; count += 1) load(storage).enter(0);
    expect(load(storage).closed()).toEqual({ code: 'SITE_PAUSED', retryAfter: 10 });
    vi.setSystemTime(Date.now() + 10_000);
    // What was turned away counts as no request either.
    expect(load(storage).enter(0)).toBeUndefined();
  });

  it('counts requests across reloads [SEC-67]', () => {
    const { storage } = browserStorage();
    for (let count = 0; count < FRAME_LIMITS.approvalRate; count += 1) {
      expect(load(storage).enter(0)).toBeUndefined();
    }
    expect(load(storage).enter(0)).toEqual({ code: 'RATE_LIMITED' });
    vi.setSystemTime(Date.now() + FRAME_LIMITS.approvalWindow);
    expect(load(storage).enter(0)).toBeUndefined();
  });

  it('lasts as long as the page when storage is missing or unreadable', () => {
    const off = (): Storage => {
      throw new DOMException('Storage is off', 'SecurityError');
    };
    const gate = createApprovalGate(createGateStore(off, HOST));
    gate.block(1_000);
    expect(gate.enter(0)).toMatchObject({ code: 'SITE_BLOCKED' });
    for (const text of ['', '{', '[]', '{"closedUntil":"never"}', 'null']) {
      const { storage, items } = browserStorage();
      items.set(`latchkit-gate ${HOST}`, text);
      const read = load(storage);
      expect(read.enter(0), text).toBeUndefined();
      read.block(1_000);
      expect(load(storage).enter(0), text).toMatchObject({ code: 'SITE_BLOCKED' });
    }
  });

  it('blocks no host for longer than an hour when the clock was set back', () => {
    const { storage } = browserStorage();
    load(storage).block(3_600_000);
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(load(storage).enter(0)).toEqual({ code: 'SITE_BLOCKED', retryAfter: 3_600 });
    expect(load(storage).refusals()).toBe(0);
  });
});
