import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_DIRECTORY } from './directoryState.js';
import { type DirectoryEvent, transitionDirectory } from './loadWallets.js';

const wallet = (id: string) => ({ id, name: id, chains: [] });
const ask = (request: number, search = '', page = 1): DirectoryEvent => ({
  type: 'ask',
  request,
  search,
  certified: false,
  page,
});
const answered = (request: number, ...ids: string[]): DirectoryEvent => ({
  type: 'answered',
  request,
  wallets: ids.map(wallet),
  count: 9,
});
const run = (...events: DirectoryEvent[]) => events.reduce(transitionDirectory, EMPTY_DIRECTORY);
const ids = (state: { wallets: readonly { id: string }[] }) => state.wallets.map(({ id }) => id);

describe('transitionDirectory', () => {
  it('puts pages one after the other, and lists nothing twice', () => {
    const state = run(ask(1), answered(1, 'a', 'b'), ask(2, '', 2), answered(2, 'b', 'c'));
    expect(ids(state)).toEqual(['a', 'b', 'c']);
    expect(state).toMatchObject({ page: 2, count: 9, status: 'ready' });
  });

  it('keeps the results until a new query is answered, and then replaces them', () => {
    const asking = run(ask(1), answered(1, 'a'), ask(2, 'b'));
    expect(ids(asking)).toEqual(['a']);
    expect(asking).toMatchObject({ page: 0, status: 'loading', search: 'b' });
    expect(ids(transitionDirectory(asking, answered(2, 'b')))).toEqual(['b']);
  });

  it('shows no wallets of an earlier query when the new one fails, but keeps pages when the next page fails', () => {
    const failed = run(ask(1), answered(1, 'a'), ask(2, 'b'), { type: 'failed', request: 2 });
    expect(failed).toMatchObject({ wallets: [], count: 0, status: 'error' });
    const next = run(ask(1), answered(1, 'a'), ask(2, '', 2), { type: 'failed', request: 2 });
    expect(ids(next)).toEqual(['a']);
    expect(next).toMatchObject({ page: 1, status: 'error' });
  });

  it('ignores a response to an earlier query', () => {
    const late = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map(request => answered(request, 'late')),
      fc.integer({ min: 1, max: 9 }).map((request): DirectoryEvent => ({ type: 'failed', request })),
    );
    fc.assert(
      fc.property(fc.array(late), events => {
        const asked = run(ask(10, 'x'));
        expect(events.reduce(transitionDirectory, asked)).toBe(asked);
        const ready = transitionDirectory(asked, answered(10, 'x'));
        expect(events.reduce(transitionDirectory, ready)).toBe(ready);
      }),
    );
  });
});
