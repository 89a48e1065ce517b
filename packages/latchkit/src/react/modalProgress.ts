import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Latchkit } from '../core/index.js';

/** How far the modal is that a click asked for. `failed`: its code did not load; the next click tries again. */
export type ModalStage = 'idle' | 'opening' | 'failed';

/** Kept on the instance, so that two copies of this code share it. */
const PROGRESS = Symbol.for('latchkit.progress');

/** Tells the buttons of a page what becomes of the modal that they opened. */
export function modalProgress({ kernel }: Latchkit): StoreApi<ModalStage> {
  const owner = kernel as { [PROGRESS]?: StoreApi<ModalStage> };
  owner[PROGRESS] ??= createStore<ModalStage>(() => 'idle');
  return owner[PROGRESS];
}
