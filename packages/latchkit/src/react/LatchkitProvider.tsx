import { type ReactNode, useEffect } from 'react';
import { BaseError, type Latchkit } from '../core/index.js';
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
 * @throws KIT_UNDEFINED without an instance.
 *
 * @example
 * <LatchkitProvider kit={kit}>
 *   <ConnectButton />
 * </LatchkitProvider>
 */
export function LatchkitProvider({ kit, children }: LatchkitProviderProps) {
  // A plain JavaScript host, or a cycle of imports.
  if ((kit as Latchkit | undefined) === undefined)
    throw new BaseError('KIT_UNDEFINED', 'LatchkitProvider has no kit', {
      details: 'Its `kit` is undefined: check the export, and for a cycle of imports.',
    });
  useEffect(() => {
    if (isPlacedByHost(kit.options)) return;
    return keepModalMounted(kit);
  }, [kit]);
  return <LatchkitContext.Provider value={kit}>{children}</LatchkitContext.Provider>;
}
