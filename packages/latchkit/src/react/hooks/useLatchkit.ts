import { useContext } from 'react';
import { BaseError, type RegisteredKit } from '../../core/index.js';
import { LatchkitContext } from './LatchkitContext.js';

/**
 * The instance of the nearest `LatchkitProvider`, for the actions of `latchkit`.
 *
 * @throws NO_LATCHKIT_PROVIDER if there is no provider above.
 *
 * @example
 * const kit = useLatchkit();
 * const sign = () => signMessage(kit, { message: 'Hello' });
 */
export function useLatchkit(): RegisteredKit {
  const kit = useContext(LatchkitContext);
  if (kit) return kit as RegisteredKit;
  throw new BaseError('NO_LATCHKIT_PROVIDER', 'No LatchkitProvider above this component', {
    details:
      'Wrap your page in <LatchkitProvider kit={kit}>. If it is, two copies of latchkit are loaded: see `npm ls latchkit`.',
  });
}
