import { createContext, useContext } from 'react';
import type { Latchkit } from '../../core/index.js';
import type { ConnectAttempt } from './connectAttempt.js';
import type { Exit } from './createExit.js';
import type { IconSet } from './createIconSet.js';
import type { Prepared } from './createPrepared.js';
import type { Text } from './createText.js';
import type { ViewLoader } from './createViewLoader.js';
import type { ViewMemory } from './createViewMemory.js';
import type { Prerender } from './Prerender.js';
import type { ViewChange } from './viewChange.js';

/** What the components of a mounted modal share. */
export interface ModalRuntime {
  readonly kit: Latchkit;
  readonly text: Text;
  readonly icons: IconSet;
  /** Shown in the host's own element, in the page's flow. */
  readonly inline: boolean;
  readonly attempt: ConnectAttempt;
  /** Handles every way to leave: Escape, the scrim, Close, Back by key, dragging the sheet down. */
  readonly exit: Exit;
  readonly memory: ViewMemory;
  readonly views: ViewLoader;
  readonly prerender: Prerender;
  /** Loaded with the first view after Connect. */
  readonly motion: { change?: ViewChange };
  readonly prepared: Prepared;
  readonly root: ShadowRoot;
  /** Adopts a style sheet into the shadow root, once. */
  adopt(css: string): void;
}

export const ModalContext = createContext<ModalRuntime | undefined>(undefined);

/** The modal that contains the calling component. */
export function useModal(): ModalRuntime {
  const runtime = useContext(ModalContext);
  if (!runtime) throw new Error('Latchkit: a modal component was rendered outside the modal.');
  return runtime;
}
