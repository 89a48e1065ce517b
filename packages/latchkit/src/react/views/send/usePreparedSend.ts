import { useCallback, useEffect, useState } from 'react';
import { isError, type PreparedTransfer } from '../../../core/index.js';
import { prepareSend } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** Delay in ms between the last input and the request to the chain. */
const REST = 300;

export interface PreparedSend {
  readonly prepared: PreparedTransfer | undefined;
  /** `typo`: the receiver's checksum is wrong. `error`: the chain could not be read. */
  readonly status: 'loading' | 'ready' | 'typo' | 'error';
  readonly again: () => void;
}

/**
 * The chain's data for the current input, requested again when the input changes. The previous data stays until then.
 */
export function usePreparedSend(): PreparedSend {
  const { kit } = useModal();
  const { token, sendTokenAmount, receiverAddress } = useKitState(state => state.send);
  const [answer, setAnswer] = useState<Omit<PreparedSend, 'again'>>({
    prepared: undefined,
    status: 'loading',
  });
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn(before => before + 1), []);
  // Identifies the token, so that a new price doesn't cause another request.
  const asset = token && `${token.chainId} ${token.address ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs of the request
  useEffect(() => {
    if (!asset) return;
    let live = true;
    const ask = () =>
      prepareSend(kit).then(
        prepared => live && setAnswer({ prepared, status: 'ready' }),
        (error: unknown) => {
          const isTypo = isError(error) && error.context.reason === 'checksum';
          if (live) setAnswer(before => ({ prepared: before.prepared, status: isTypo ? 'typo' : 'error' }));
        },
      );
    const timer = setTimeout(() => void ask(), REST);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [kit, asset, sendTokenAmount, receiverAddress, turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data of another token doesn't apply to this one
  useEffect(() => setAnswer({ prepared: undefined, status: 'loading' }), [asset]);
  return { ...answer, again };
}
