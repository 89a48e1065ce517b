import { useEffect, useRef, useState } from 'react';
import { type BaseError, pairingLink, startPairing, type WalletConnectState } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';
import { useKitState } from '../../modal/useKitState.js';

/** A break of the relay this short is not spoken of while a code is shown, in milliseconds: it is tried again by itself. */
const CALM = 2_000;

export interface ShownPairing {
  /** The link to show or follow; undefined while it is prepared, or cannot be. */
  readonly uri: string | undefined;
  /** What is in the way. */
  readonly problem: 'unreachable' | 'offline' | 'broken' | undefined;
  readonly error: BaseError | undefined;
  /** It is being tried again right now. */
  readonly trying: boolean;
  readonly retry: () => void;
}

const readPairing = ({ walletConnect }: { walletConnect: WalletConnectState }) => walletConnect;

/** The pairing as a view shows it: a link that can be followed stays while the next is on its way. */
export function usePairing(): ShownPairing {
  const { kit } = useModal();
  const { status, uri, relay, error } = useKitState(readPairing);
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
    // A page that slept may have missed the moment of renewal: asking for the link makes a new one of an old one [TIME-14].
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
    // Whatever becomes of it, the state says so.
    retry: () => void startPairing(kit).catch(() => undefined),
  };
}
