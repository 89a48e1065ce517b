import { useCallback } from 'react';
import { type RegisterAccountNameOptions, registerAccountName } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useRegisterAccountName} returns. */
export type UseRegisterAccountNameReturnType = RequestControls<string> & {
  /** Resolves to the name, with its suffix. */
  readonly registerAccountName: (options: RegisterAccountNameOptions) => Promise<string>;
};

/**
 * Registers a name for the active account of the embedded wallet.
 *
 * @example
 * const { registerAccountName, data: name } = useRegisterAccountName();
 * await registerAccountName({ name: 'ada-lovelace' });
 */
export function useRegisterAccountName(): UseRegisterAccountNameReturnType {
  const kit = useLatchkit();
  const action = useCallback(
    (options: RegisterAccountNameOptions) => registerAccountName(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, registerAccountName: run };
}
