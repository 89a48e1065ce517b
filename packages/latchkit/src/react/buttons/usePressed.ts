import { useState, useSyncExternalStore } from 'react';
import type { Latchkit } from '../../core/index.js';
import { type ModalStage, modalProgress } from '../modalProgress.js';

/** What became of the press of one button, where several on a page open the modal; and the handler of its press. */
export function usePressed(kit: Latchkit): [ModalStage, () => void] {
  const progress = modalProgress(kit);
  const stage = useSyncExternalStore(progress.subscribe, progress.getState, progress.getInitialState);
  const [pressed, setPressed] = useState(false);
  // Another button's turn.
  if (pressed && stage === 'idle') setPressed(false);
  return [
    pressed ? stage : 'idle',
    () => {
      // Before the modal's state says so: the click itself is what is answered.
      if (progress.getState() === 'failed') progress.setState('idle');
      setPressed(true);
    },
  ];
}
