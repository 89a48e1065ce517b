import { describe, expect, it } from 'vitest';
import { allFiles } from './lib/affected.mjs';
import { startOrder, WAITING } from './lib/startOrder.mjs';

const file = name => `/repository/e2e/${name}.test.ts`;

describe('startOrder', () => {
  it('starts a journey that waits after every two others, each kind in its order', () => {
    const names = ['send', 'frame/approval', 'tabs', 'connect', 'idle', 'emailLogin', 'demo'];
    expect(startOrder(names.map(file))).toEqual(
      ['send', 'connect', 'frame/approval', 'idle', 'demo', 'tabs', 'emailLogin'].map(file),
    );
  });

  it('starts every journey of the repository once, and names only files that exist', async () => {
    const files = await allFiles();
    const journeys = files.filter(name => /^e2e\/.*\.test\./.test(name));
    expect(startOrder(journeys).toSorted()).toEqual(journeys.toSorted());
    expect(WAITING.filter(name => !journeys.includes(name))).toEqual([]);
  });
});
