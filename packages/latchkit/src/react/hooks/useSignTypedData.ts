import { useCallback } from 'react';
import { type SignTypedDataOptions, signTypedData } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSignTypedData} returns. */
export type UseSignTypedDataReturnType = RequestControls<string> & {
  /** Resolves to the signature, as the wallet returned it. */
  readonly signTypedData: (options: SignTypedDataOptions) => Promise<string>;
};

/**
 * Asks the connected wallet to sign EIP-712 typed data.
 *
 * @example
 * const { signTypedData, data: signature } = useSignTypedData();
 */
export function useSignTypedData(): UseSignTypedDataReturnType {
  const kit = useLatchkit();
  const action = useCallback((options: SignTypedDataOptions) => signTypedData(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, signTypedData: run };
}
