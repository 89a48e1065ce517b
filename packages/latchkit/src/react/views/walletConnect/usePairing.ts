import { useEffect, useRef, useState } from 'react';
import {
  type BaseError,
  startPairing,
  type WalletConnectState,
  type WalletListing,
} from '../../../core/index.js';
import { pairingLink, pairingStatus, reachWallets } from '../../../internal/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/**
 * Interruptions of the relay shorter than this are not shown with a code, in milliseconds: the relay reconnects
 * automatically.
 */
const CALM = 2_000;

export interface ShownPairing {
  /** The link to show or open; undefined while it is being prepared, or after a failure. */
  readonly uri: string | undefined;
  /** What prevents pairing. */
  readonly problem: 'unreachable' | 'offline' | 'broken' | undefined;
  readonly error: BaseError | undefined;
  /** A retry is in progress. */
  readonly trying: boolean;
  readonly retry: () => void;
}

const readPairing = ({ walletConnect }: { walletConnect: WalletConnectState }) => walletConnect;

/**
 * The pairing as a view shows it: a link that still works stays until the next one is ready.
 *
 * @param wallet - The relay to which the shown wallet listens; undefined: any wallet.
 */
export function usePairing(wallet?: WalletListing['relay']): ShownPairing {
  const { kit } = useModal();
  const shown = useKitState(readPairing);
  const { uri, relay, error } = shown;
  const status = pairingStatus(shown, wallet);
  useEffect(() => reachWallets(kit, wallet), [kit, wallet]);
  const wasReady = useRef(false);
  if (status === 'ready') wasReady.current = true;
  if (uri === undefined) wasReady.current = false;
  const isDown = status === 'unreachable';
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isDown) return;
    const timer = setTimeout(() => setLong(true), CALM);
    return () => clearTimeout(timer);
  }, [isDown]);
  useEffect(() => {
    // A page that was suspended may have missed the renewal: requesting the link renews an expired one.
    const renew = () => {
      if (!document.hidden) pairingLink(kit);
    };
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, [kit]);

  const isShown = uri !== undefined && (status === 'ready' || (wasReady.current && !(isDown && long)));
  let problem: ShownPairing['problem'];
  if (status === 'failed') problem = 'broken';
  else if (isDown && !isShown) problem = error?.context?.offline === true ? 'offline' : 'unreachable';
  return {
    uri: isShown ? uri : undefined,
    problem,
    error,
    trying: problem !== undefined && relay === 'connecting',
    // The state shows any error.
    retry: () => void startPairing(kit).catch(() => undefined),
  };
}
