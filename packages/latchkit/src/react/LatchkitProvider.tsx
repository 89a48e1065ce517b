import { type ReactNode, useEffect } from 'react';
import type { Latchkit } from '../core/index.js';
import { isPlacedByHost } from '../internal/index.js';
import { LatchkitContext } from './hooks/LatchkitContext.js';
import { keepModalMounted } from './mount/keepModalMounted.js';

/** Properties of `LatchkitProvider`. */
export interface LatchkitProviderProps {
  /** The instance, created once by `createLatchkit`, outside of rendering. */
  readonly kit: Latchkit;
  readonly children?: ReactNode;
}

/**
 * Provides the instance to hooks and buttons, and shows the modal when it is opened. It renders only `children`: the
 * modal loads on the first opening and is appended to the body. With `append: false` or `mode: 'inline'` in the
 * option `modal`, the host places a `LatchkitModal` instead.
 *
 * @example
 * <LatchkitProvider kit={kit}>
 *   <ConnectButton />
 * </LatchkitProvider>
 */
export function LatchkitProvider({ kit, children }: LatchkitProviderProps) {
  useEffect(() => {
    if (isPlacedByHost(kit.options)) return;
    return keepModalMounted(kit);
  }, [kit]);
  return <LatchkitContext.Provider value={kit}>{children}</LatchkitContext.Provider>;
}
