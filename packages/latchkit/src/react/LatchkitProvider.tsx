import { type ReactNode, useEffect } from 'react';
import type { Latchkit } from '../core/index.js';
import { keepModalMounted } from './keepModalMounted.js';
import { LatchkitContext } from './LatchkitContext.js';

export interface LatchkitProviderProps {
  /** The instance, made once by `createLatchkit` outside of rendering. */
  readonly kit: Latchkit;
  readonly children?: ReactNode;
}

/**
 * Gives hooks and buttons their instance, and shows the modal when it is opened. Renders `children` and nothing
 * else: the modal is loaded on the first opening and appended to the body, unless the instance was made with
 * `append: false` or `embedded: true`; then the host places a `LatchkitModal` [VIEW-02] [VIEW-03].
 */
export function LatchkitProvider({ kit, children }: LatchkitProviderProps) {
  useEffect(() => {
    if (kit.options.append === false || kit.options.embedded) return;
    return keepModalMounted(kit);
  }, [kit]);
  return <LatchkitContext.Provider value={kit}>{children}</LatchkitContext.Provider>;
}
