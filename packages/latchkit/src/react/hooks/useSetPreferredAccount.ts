import { useCallback } from 'react';
import {
  type SetPreferredAccountOptions,
  type SetPreferredAccountReturnType,
  setPreferredAccount,
} from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSetPreferredAccount} returns. */
export type UseSetPreferredAccountReturnType = RequestControls<SetPreferredAccountReturnType> & {
  readonly setPreferredAccount: (
    options: SetPreferredAccountOptions,
  ) => Promise<SetPreferredAccountReturnType>;
};

/**
 * Switches the embedded wallet between its smart account and its EOA. {@link useAccount} returns both as `allAccounts`.
 *
 * @example
 * const { setPreferredAccount, isPending } = useSetPreferredAccount();
 * await setPreferredAccount({ type: 'smartAccount' });
 */
export function useSetPreferredAccount(): UseSetPreferredAccountReturnType {
  const kit = useLatchkit();
  const action = useCallback(
    (options: SetPreferredAccountOptions) => setPreferredAccount(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, setPreferredAccount: run };
}
