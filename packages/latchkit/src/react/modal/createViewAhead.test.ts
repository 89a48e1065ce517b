import { describe, expect, it } from 'vitest';
import { createViewAhead, type NextView } from './createViewAhead.js';

describe('createViewAhead', () => {
  it('tells once that a view is wanted on a stack, and again on another', () => {
    const ahead = createViewAhead();
    const told: NextView[] = [];
    const stop = ahead.subscribe(next => told.push(next));
    const view = { name: 'AllWallets' } as const;
    const on = [{ name: 'Connect' }] as const;
    ahead.draw({ view, on });
    ahead.draw({ view, on });
    expect(told).toEqual([{ view, on }]);
    ahead.draw({ view, on: [{ name: 'Connect' }] });
    expect(told).toHaveLength(2);
    stop();
    ahead.draw({ view, on });
    expect(told).toHaveLength(2);
  });
});
