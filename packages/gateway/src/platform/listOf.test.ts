import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listOf, recordOf } from './listOf.js';

const item = z.object({ id: z.string() });

describe('listOf', () => {
  it('leaves out items of an unknown form, and refuses a list of nothing else (RV-01)', () => {
    const list = listOf(item);
    expect(list.parse([{ id: 'a' }, null, { id: 1 }, 'b', { id: 'c', more: 1 }])).toEqual([
      { id: 'a' },
      { id: 'c' },
    ]);
    expect(list.parse([])).toEqual([]);
    for (const unknown of [[null], [{ id: 1 }, {}], { 0: { id: 'a' } }, null])
      expect(list.safeParse(unknown).success).toBe(false);
  });
});

describe('recordOf', () => {
  it('leaves out values of an unknown form, and refuses a record of nothing else (RV-01)', () => {
    const record = recordOf(z.number().positive());
    expect(record.parse({ a: 1, b: 0, c: null, __proto__: 3, d: 2 })).toEqual({ a: 1, d: 2 });
    expect(record.parse({})).toEqual({});
    expect(record.safeParse({ a: 0 }).success).toBe(false);
  });
});
