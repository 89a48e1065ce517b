import { useCallback, useEffect, useState } from 'react';
import { isError, type PreparedTransfer, prepareSend } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';

/** How long typing must rest before the chain is asked, in ms. */
const REST = 300;

export interface PreparedSend {
  readonly prepared: PreparedTransfer | undefined;
  /** `typo`: the receiver's checksum does not hold. `error`: the chain could not be asked. */
  readonly status: 'loading' | 'ready' | 'typo' | 'error';
  readonly again: () => void;
}

/** What the chain says of what stands in the form: asked anew when that changes. What it said last stays until then. */
export function usePreparedSend(): PreparedSend {
  const { kit } = useModal();
  const { token, sendTokenAmount, receiverAddress } = useKitState(state => state.send);
  const [answer, setAnswer] = useState<Omit<PreparedSend, 'again'>>({
    prepared: undefined,
    status: 'loading',
  });
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn(before => before + 1), []);
  // A price that arrives changes the token, and nothing of what is asked.
  const asset = token && `${token.chainId} ${token.address ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the question is made of
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token's figures say nothing of this one
  useEffect(() => setAnswer({ prepared: undefined, status: 'loading' }), [asset]);
  return { ...answer, again };
}
