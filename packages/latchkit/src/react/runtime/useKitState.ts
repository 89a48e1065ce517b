import { useSyncExternalStore } from 'react';
import type { LatchkitState } from '../../core/index.js';
import { useModal } from './ModalContext.js';

/** A part of the instance's state. `select` must return the same reference for the same state. */
export function useKitState<T>(select: (state: LatchkitState) => T): T {
  const { store } = useModal().kit;
  const read = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}
