import { useEffect, useSyncExternalStore } from 'react';
import { type ChainNamespace, closeModal, type LatchkitState } from '../../../core/index.js';
import type { AttemptState } from '../../runtime/connectAttempt.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** How long 'Connected' is shown before the modal closes, in milliseconds. */
const DONE_STAYS = 900;

/** The state of the attempt to connect a wallet, as its view shows it. */
export type ShownAttempt = Exclude<AttemptState, { status: 'idle' }> | typeof WAITING;

const WAITING = { status: 'waiting' } as const;

export interface AttemptOptions {
  /** Whether the wallet can be asked. Default: true. */
  readonly canStart?: boolean;
  readonly namespace?: ChainNamespace | undefined;
}

/**
 * The attempt to connect a wallet while its view is shown. It starts the attempt unless a click already has, and
 * abandons it when the view is left. After success, the modal closes once the visitor could see the result.
 */
export function useAttempt(
  walletId: string,
  { canStart = true, namespace }: AttemptOptions,
): { state: ShownAttempt; retry: () => void } {
  const { kit, attempt } = useModal();
  const current = useSyncExternalStore(attempt.subscribe, attempt.get, attempt.get);
  const state = 'walletId' in current && current.walletId === walletId ? current : WAITING;

  useEffect(() => {
    const standing = attempt.get();
    const isBegun = 'walletId' in standing && standing.walletId === walletId;
    // The host opened this view, so no click on a wallet has started the attempt.
    if (canStart && !isBegun) attempt.start(walletId, namespace);
  }, [attempt, walletId, canStart, namespace]);
  useEffect(() => () => attempt.leave(), [attempt]);
  // If the host requires a signature too, the modal continues with it instead of closing.
  const isChecking = useKitState(isSignInUnknown);
  useEffect(() => {
    if (state.status !== 'done' || isChecking) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A visitor who approved in an app has not returned to this page yet.
    const wait = () => {
      clearTimeout(timer);
      if (document.hidden) return;
      timer = setTimeout(() => closeModal(kit, { force: true }), DONE_STAYS);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [kit, state.status, isChecking]);
  return { state, retry: () => attempt.start(walletId, namespace) };
}

const isSignInUnknown = ({ signIn }: LatchkitState) => signIn.checking.length > 0;
