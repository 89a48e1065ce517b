import { describe, expect, it } from 'vitest';
import { rowsCheck } from './checks/rowsCheck.mjs';
import { isGuarded, readProofs } from './rows.mjs';

describe('readProofs', () => {
  it('reads every row, and refuses no id of a title', () => {
    const { rows, refused } = readProofs();
    expect(rows).toHaveLength(459);
    expect(refused).toEqual([]);
  });
});

describe('isGuarded', () => {
  it('accepts only the areas that a stub cannot prove', () => {
    expect(['FRAME-01', 'RPC-02', 'PERM-03', 'CFG-04', 'LOG-01', 'CALL-02'].filter(isGuarded)).toEqual([
      'FRAME-01',
      'RPC-02',
      'PERM-03',
      'CFG-04',
    ]);
  });
});

describe('rowsCheck', () => {
  it('fails when an id was refused', async () => {
    expect((await rowsCheck.check({ read: () => ({ refused: [] }) })).ok).toBe(true);
    const refused = ['CFG-01 in a.test.ts: why'];
    expect(await rowsCheck.check({ read: () => ({ refused }) })).toEqual({ ok: false, text: refused[0] });
  });
});
