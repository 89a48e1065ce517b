import { useCallback, useEffect, useRef, useState } from 'react';
import { type BaseError, closeModal, isError, type Latchkit } from '../../core/index.js';
import { endShake, setClosable } from '../../internal/index.js';
import { focusTitle } from '../modal/dialogFocus.js';
import { useModal } from '../runtime/ModalContext.js';
import { useKitState } from '../runtime/useKitState.js';

export interface Sending {
  /** `asking`: the visitor wants to close while the wallet is being asked, and must confirm that. */
  readonly status: 'idle' | 'waiting' | 'asking' | 'failed';
  readonly error: BaseError | undefined;
  readonly start: () => void;
  /** The visitor wants to stop waiting: asks them to confirm, because the wallet may still send. */
  readonly stop: () => void;
  readonly keepWaiting: () => void;
  readonly closeAnyway: () => void;
}

/**
 * Asks the wallet by an action, such as sending the current payment. Meanwhile, closing the modal requires confirmation. `action` must
 * be stable.
 */
export function useSending(action: (kit: Latchkit) => Promise<unknown>): Sending {
  const { kit, root } = useModal();
  const [status, setStatus] = useState<Sending['status']>('idle');
  const [error, setError] = useState<BaseError>();
  const refused = useKitState(state => state.modal.shake);
  const live = useRef(true);
  useEffect(() => {
    live.current = true;
    return () => {
      live.current = false;
      setClosable(kit, true);
    };
  }, [kit]);
  useEffect(() => {
    if (refused) setStatus(now => (now === 'waiting' ? 'asking' : now));
  }, [refused]);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    // The pressed control is gone: keep the focus inside the modal.
    const dialog = root.querySelector<HTMLElement>('.lk-modal');
    if (dialog) focusTitle(dialog);
  }, [root, status]);
  const start = useCallback(() => {
    setStatus('waiting');
    setClosable(kit, false);
    action(kit).catch((cause: unknown) => {
      if (!live.current) return;
      setClosable(kit, true);
      setError(isError(cause) ? cause : undefined);
      setStatus('failed');
    });
  }, [kit, action]);
  const stop = useCallback(() => setStatus(now => (now === 'waiting' ? 'asking' : now)), []);
  const keepWaiting = useCallback(() => {
    // Without the reset, a second attempt to close would not ask again.
    endShake(kit);
    setStatus('waiting');
  }, [kit]);
  const closeAnyway = useCallback(() => closeModal(kit, { force: true }), [kit]);
  return { status, error, start, stop, keepWaiting, closeAnyway };
}
