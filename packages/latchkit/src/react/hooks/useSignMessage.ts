import { useCallback } from 'react';
import { signMessage } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSignMessage} returns. */
export type UseSignMessageReturnType = RequestControls<string> & {
  /** Resolves to the signature, as the wallet returned it. */
  readonly signMessage: (options: Parameters<typeof signMessage>[1]) => Promise<string>;
};

/**
 * Asks the connected wallet to sign a message (EIP-191 on EVM).
 *
 * @example
 * const { signMessage, data: signature } = useSignMessage();
 * await signMessage({ message: 'Hello' });
 */
export function useSignMessage(): UseSignMessageReturnType {
  const kit = useLatchkit();
  const action = useCallback(
    (options: Parameters<typeof signMessage>[1]) => signMessage(kit, options),
    [kit],
  );
  const [run, request] = useRequest(action);
  return { ...request, signMessage: run };
}
