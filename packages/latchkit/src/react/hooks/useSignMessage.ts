import { useCallback } from 'react';
import { type SignMessageOptions, signMessage } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { type RequestControls, useRequest } from './useRequest.js';

/** What {@link useSignMessage} returns. */
export type UseSignMessageReturnType = RequestControls<string> & {
  /** Resolves to the signature, as the wallet returned it. */
  readonly signMessage: (options: SignMessageOptions) => Promise<string>;
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
  const action = useCallback((options: SignMessageOptions) => signMessage(kit, options), [kit]);
  const [run, request] = useRequest(action);
  return { ...request, signMessage: run };
}
