import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DecisionWaits, decisionWaits } from './decisionWaits.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const who = (name: string, network = '203.0.113.7') => ({ jkt: name, network });

/** Waits for decisions that the test makes. `looks` are the database queries. */
function desk() {
  const looks: (readonly string[])[] = [];
  const decided = new Set<string>();
  let isAway = false;
  const waits = decisionWaits(async ids => {
    looks.push(ids);
    if (isAway) throw new Error('away');
    return ids.filter(id => decided.has(id));
  });
  const away = (is: boolean) => {
    isAway = is;
  };
  return { waits, looks, decide: (id: string) => decided.add(id), away };
}

/** Starts a wait. The returned function tells whether it has ended. */
function begin(
  waits: DecisionWaits,
  id: string,
  waiter = who(id),
  signal = new AbortController().signal,
): () => boolean {
  let isOver = false;
  void waits.wait(id, waiter, signal).then(() => {
    isOver = true;
  });
  return () => isOver;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('decisionWaits', () => {
  it('ends waits within half a second of a decision with one query for all, and queries only while calls wait', async () => {
    const { waits, looks, decide } = desk();
    const all = ['a', 'b', 'c'].map(id => begin(waits, id));
    await pass(499);
    expect(looks).toEqual([]);
    await pass(1);
    expect(looks).toEqual([['a', 'b', 'c']]);
    decide('b');
    await pass(500);
    expect(all.map(isOver => isOver())).toEqual([false, true, false]);
    await pass(500);
    expect(looks).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
    await pass(10_000);
    expect(all.map(isOver => isOver())).toEqual([true, true, true]);
    const { length } = looks;
    await pass(60_000);
    expect(looks).toHaveLength(length);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a wait after ten seconds, and no sooner while the database is down', async () => {
    const { waits, decide, away } = desk();
    const [late, told] = [begin(waits, 'late'), begin(waits, 'told')];
    away(true);
    decide('told');
    await pass(9_000);
    expect([late(), told()]).toEqual([false, false]);
    away(false);
    await pass(500);
    expect([late(), told()]).toEqual([false, true]);
    await pass(500);
    expect(late()).toBe(true);
  });

  it('ends with the caller and with the process, and accepts no wait after that', async () => {
    const { waits, looks } = desk();
    const leaving = new AbortController();
    const [left, stays] = [begin(waits, 'left', who('a'), leaving.signal), begin(waits, 'stays')];
    leaving.abort();
    await pass(0);
    expect([left(), stays()]).toEqual([true, false]);
    const gone = begin(waits, 'gone', who('a'), leaving.signal);
    await pass(0);
    expect(gone()).toBe(true);
    waits.close();
    const tooLate = begin(waits, 'too late');
    await pass(0);
    expect([stays(), tooLate()]).toEqual([true, true]);
    await pass(10_000);
    expect(looks).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('limits waits to 4 per installation and 200 per network, and returns others immediately', async () => {
    const { waits, decide } = desk();
    const own = Array.from({ length: 5 }, (_, count) => begin(waits, `${count}`, who('one')));
    const others = Array.from({ length: 197 }, (_, count) => begin(waits, 'x', who(`other ${count}`)));
    const elsewhere = begin(waits, 'y', who('y', '198.51.100.1'));
    await pass(0);
    expect(own.map(isOver => isOver())).toEqual([false, false, false, false, true]);
    expect(others.filter(isOver => isOver())).toHaveLength(1);
    expect(elsewhere()).toBe(false);
    // A wait that ended frees its place.
    decide('0');
    await pass(500);
    const next = begin(waits, '4', who('one'));
    await pass(0);
    expect(next()).toBe(false);
  });
});
