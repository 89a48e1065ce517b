import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../core/kernel/storage.js';
import { createCollection } from './createCollection.js';

const isItem = (value: unknown): value is { n: number } =>
  typeof value === 'object' && value !== null && typeof (value as { n?: unknown }).n === 'number';
const KEY = 'latchkit.wc.v1.things';
const things = (storage = memoryStorage()) => createCollection({ storage, name: 'things', isItem });

describe('createCollection', () => {
  it('stores records across a reload, and leaves nothing when they are removed', () => {
    const storage = memoryStorage();
    things(storage).set('a', { n: 1 });
    expect(things(storage).get('a')).toEqual({ n: 1 });
    expect(things(storage).delete('a')).toBe(true);
    expect(things(storage).delete('a')).toBe(false);
    expect(storage.getItem(KEY)).toBeNull();
  });

  it('adds to what another tab wrote, and sees what another tab removed', () => {
    const storage = memoryStorage();
    const [one, two] = [things(storage), things(storage)];
    for (let at = 0; at < 100; at++) (at % 2 ? one : two).set(`${at}`, { n: at });
    expect(one.all()).toHaveLength(100);
    expect(two.all()).toHaveLength(100);
    one.delete('0');
    expect(two.get('0')).toBeUndefined();
  });

  it('quarantines unknown records and loads the others', () => {
    const storage = memoryStorage();
    storage.setItem(KEY, JSON.stringify({ good: { n: 1 }, strange: { version: 9 } }));
    expect(things(storage).all()).toEqual([{ n: 1 }]);
    expect(storage.getItem('latchkit.wc.v1.quarantine')).toContain('{\\"strange\\":{\\"version\\":9}}');
    expect(JSON.parse(storage.getItem(KEY) ?? '')).toEqual({ good: { n: 1 } });
  });

  it('treats invalid text as no records, and quarantines at most ten', () => {
    const storage = memoryStorage();
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"x"',
      '{"__proto__":1}',
      'x'.repeat(100_000),
      'y',
      'z',
      '0',
      'true',
    ]) {
      storage.setItem(KEY, text);
      const collection = things(storage);
      expect(collection.all(), text.slice(0, 20)).toEqual([]);
      collection.set('a', { n: 1 });
      expect(things(storage).get('a')).toEqual({ n: 1 });
    }
    const aside = storage.getItem('latchkit.wc.v1.quarantine') ?? '';
    expect(JSON.parse(aside)).toHaveLength(10);
    expect(aside.length).toBeLessThan(100_000);
  });

  it('works in memory when storage is blocked or full', () => {
    const blocked = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    const collection = things(blocked);
    collection.set('a', { n: 1 });
    collection.set('b', { n: 2 });
    collection.delete('a');
    expect(collection.all()).toEqual([{ n: 2 }]);
    expect(things(blocked).all()).toEqual([]);
  });
});
