import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listOf } from './listOf.js';

const list = listOf(
  z.object({
    id: z.pipe(
      z.string(),
      z.transform(id => id.length),
    ),
  }),
);

describe('listOf', () => {
  it('leaves out items of an unknown form, and reads each other one once (RV-01)', () => {
    const raws = [
      null,
      { id: 'a' },
      { id: 1 },
      'b',
      [],
      { id: 'ab', more: 1 },
      JSON.parse('{"__proto__":{"id":"c"}}'),
    ];
    expect(z.parse(list, raws)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(z.parse(list, [])).toEqual([]);
  });

  it.each([null, undefined, 'ab', { 0: { id: 'a' }, length: 1 }, [null], [{ id: 1 }, {}]])(
    'refuses what is no list, and a list of nothing else: %j (RV-01)',
    unknown => {
      expect(z.safeParse(list, unknown).success).toBe(false);
    },
  );
});
