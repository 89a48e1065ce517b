import type { Latchkit } from '../core/index.js';

/** How far the modal is that a click asked for. `failed`: its code did not load; the next click tries again. */
export type ModalStage = 'idle' | 'opening' | 'failed';

/** Tells the buttons of a page what becomes of the modal that they opened. */
export interface ModalProgress {
  get(): ModalStage;
  set(stage: ModalStage): void;
  subscribe(listener: () => void): () => void;
}

/** Kept on the instance, so that two copies of this code share it. */
const PROGRESS = Symbol.for('latchkit.modalProgress');

/** The progress of an instance's modal. */
export function modalProgress({ kernel }: Latchkit): ModalProgress {
  const owner = kernel as { [PROGRESS]?: ModalProgress };
  owner[PROGRESS] ??= createProgress();
  return owner[PROGRESS];
}

function createProgress(): ModalProgress {
  let stage: ModalStage = 'idle';
  const listeners = new Set<() => void>();
  return {
    get: () => stage,
    set: next => {
      stage = next;
      for (const listener of listeners) listener();
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
