import { useMemo, useSyncExternalStore } from 'react';
import type { LatchkitState } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';

/**
 * A part of the instance's state. The component renders again only when that part changes: by identity or, for a
 * plain object or array that the selector builds, by its entries. On a server, and while hydrating, it reads the
 * initial state, so that both render the same.
 *
 * @example
 * const isOpen = useLatchkitState(state => state.modal.open);
 */
export function useLatchkitState<T>(selector: (state: LatchkitState) => T): T {
  const { store } = useLatchkit();
  const read = useMemo(() => memoised(selector), [selector]);
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.getState()),
    () => read(store.getInitialState()),
  );
}

/** Returns the last result while its content is the same, so that a selector may build a new object each time. */
function memoised<T>(selector: (state: LatchkitState) => T): (state: LatchkitState) => T {
  let last: { readonly state: LatchkitState; readonly value: T } | undefined;
  return state => {
    if (last?.state === state) return last.value;
    const next = selector(state);
    const value = last && sameEntries(last.value, next) ? last.value : next;
    last = { state, value };
    return value;
  };
}

function sameEntries(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && Object.is(a[key], b[key]))
  );
}

/** Only plain objects and arrays can be compared by their own entries; a Map, a Date or a class instance can't. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
