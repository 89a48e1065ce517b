import { useEffect, useSyncExternalStore } from 'react';
import { type ChainNamespace, close, type LatchkitState } from '../../../core/index.js';
import type { AttemptState } from '../../modal/connectAttempt.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';

/** How long 'Connected' is shown before the modal closes, in milliseconds. */
const DONE_STAYS = 900;

/** How the attempt to connect a wallet stands, as its view shows it. */
export type ShownAttempt = Exclude<AttemptState, { status: 'idle' }> | typeof WAITING;

const WAITING = { status: 'waiting' } as const;

export interface AttemptOptions {
  /** The wallet can be asked. Default true. */
  readonly canStart?: boolean;
  readonly namespace?: ChainNamespace | undefined;
}

/**
 * The attempt to connect a wallet for as long as its view is shown: begun where no click has begun it, left with the view,
 * and when it is done the modal closes once somebody could see that.
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
    // Opened by the host, and not by a click on the wallet's row, which has begun the attempt.
    if (canStart && !isBegun) attempt.start(walletId, namespace);
  }, [attempt, walletId, canStart, namespace]);
  useEffect(() => () => attempt.leave(), [attempt]);
  // Where the host wants a signature too, the modal goes on to it and not away.
  const isChecking = useKitState(isSignInUnknown);
  useEffect(() => {
    if (state.status !== 'done' || isChecking) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Who approved in an app is not on this page yet.
    const wait = () => {
      clearTimeout(timer);
      if (document.hidden) return;
      timer = setTimeout(() => close(kit, { force: true }), DONE_STAYS);
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
