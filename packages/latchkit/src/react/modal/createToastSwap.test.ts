import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Toast } from '../../core/index.js';
import { createToastSwap } from './createToastSwap.js';

const toast = (id: number, tone: Toast['tone'] = 'neutral'): Toast => ({ id, tone, text: `toast ${id}` });

describe('createToastSwap', () => {
  let shown: (number | undefined)[];
  let expired: number[];
  const make = () =>
    createToastSwap(
      next => shown.push(next?.id),
      ({ id }) => expired.push(id),
    );

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    expired = [];
  });
  afterEach(() => vi.useRealTimers());

  it('shows the first toast immediately', () => {
    make().update(toast(1));
    expect(shown).toEqual([1]);
  });

  it('hides the first toast for a second one, which appears exactly 150 ms later [TIME-09]', () => {
    const swap = make();
    swap.update(toast(1));
    vi.advanceTimersByTime(1_000);
    swap.update(toast(2));
    expect(shown).toEqual([1, undefined]);
    vi.advanceTimersByTime(149);
    expect(shown).toEqual([1, undefined]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, undefined, 2]);
  });

  it('keeps the gap when the state is cleared between two toasts [TIME-09]', () => {
    const swap = make();
    swap.update(toast(1));
    swap.update(undefined);
    vi.advanceTimersByTime(50);
    swap.update(toast(2));
    vi.advanceTimersByTime(99);
    expect(shown).toEqual([1, undefined]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, undefined, 2]);
  });

  it('shows only the last of several toasts within the gap', () => {
    const swap = make();
    for (const id of [1, 2, 3, 4]) swap.update(toast(id));
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual([1, undefined, 4]);
  });

  it('hides a toast after 4 s, except one about work in progress', () => {
    const swap = make();
    swap.update(toast(1));
    vi.advanceTimersByTime(3_999);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual([1]);
    swap.update(toast(2, 'loading'));
    vi.advanceTimersByTime(60_000);
    expect(expired).toEqual([1]);
  });

  it('keeps no timer after it is stopped', () => {
    const swap = make();
    swap.update(toast(1));
    swap.update(toast(2));
    swap.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
