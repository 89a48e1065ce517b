import { useState, useSyncExternalStore } from 'react';
import type { Latchkit } from '../../core/index.js';
import { type ModalStage, modalProgress } from '../mount/modalProgress.js';

/**
 * The modal's progress for the one button that was pressed, since several buttons on a page may open it, and that
 * button's click handler.
 */
export function usePressed(kit: Latchkit): [ModalStage, () => void] {
  const progress = modalProgress(kit);
  const stage = useSyncExternalStore(progress.subscribe, progress.getState, progress.getInitialState);
  const [pressed, setPressed] = useState(false);
  // Another button was pressed.
  if (pressed && stage === 'idle') setPressed(false);
  return [
    pressed ? stage : 'idle',
    () => {
      // Respond to the click itself, before the modal's state changes.
      if (progress.getState() === 'failed') progress.setState('idle');
      setPressed(true);
    },
  ];
}
