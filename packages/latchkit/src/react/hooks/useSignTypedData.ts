import { useCallback } from 'react';
import { signTypedData } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/** Asks the connected wallet to sign EIP-712 typed data. Resolves to the signature, as the wallet returned it. */
export function useSignTypedData() {
  const kit = useLatchkit();
  const action = useCallback(
    (options: Parameters<typeof signTypedData>[1]) => signTypedData(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, signTypedData: run };
}
