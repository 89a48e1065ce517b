import { useCallback } from 'react';
import { signMessage } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useRequest } from './useRequest.js';

/**
 * Asks the connected wallet to sign a message (EIP-191 on EVM). Resolves to the signature, as the wallet returned it.
 */
export function useSignMessage() {
  const kit = useLatchkit();
  const action = useCallback(
    (options: Parameters<typeof signMessage>[1]) => signMessage(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, signMessage: run };
}
