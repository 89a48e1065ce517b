import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Latchkit } from '../../core/index.js';

/** Progress of the modal that a click opens. `failed`: its code did not load; the next click retries. */
export type ModalStage = 'idle' | 'opening' | 'failed';

/** Stored on the instance, so that two copies of this code share it. */
const PROGRESS = Symbol.for('latchkit.progress');

/** Reports to a page's buttons the progress of the modal that they open. */
export function modalProgress({ kernel }: Latchkit): StoreApi<ModalStage> {
  const owner = kernel as { [PROGRESS]?: StoreApi<ModalStage> };
  owner[PROGRESS] ??= createStore<ModalStage>(() => 'idle');
  return owner[PROGRESS];
}
