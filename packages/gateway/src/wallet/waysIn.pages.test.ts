import { describe, expect, it } from 'vitest';
import { cellOf, hasPage, isOfNoPage, PAGE_ATTACKS } from '../../test/wallet/matrix.js';
import type { WayIn } from './shared/waysIn/WayIn.js';
import { WAYS_IN } from './shared/waysIn/waysIn.js';

describe('ways in', () => {
  it('that show a page have a cell of their own for each attack by other pages and windows', () => {
    const missing = Object.values<WayIn>(WAYS_IN).flatMap(({ id, by }) =>
      hasPage(id)
        ? PAGE_ATTACKS.filter(attack => isOfNoPage(cellOf({ id, by }, attack))).map(
            attack => `${id}: ${attack}`,
          )
        : [],
    );
    expect(missing).toEqual([]);
  });
});
