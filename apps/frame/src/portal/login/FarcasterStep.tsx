import { isError } from 'latchkit/protocol';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Hero } from '../parts/Hero.js';
import { usePortal } from '../runtime/PortalContext.js';
import type { LoginStep } from './rememberedLogin.js';

const QrCode = lazy(async () => ({ default: (await import('../parts/QrCode.js')).QrCode }));

export interface FarcasterStepProps {
  /** Opens the user's Farcaster app. */
  readonly url: string;
  readonly txn: string;
  readonly onStep: (step: LoginStep) => void;
  readonly onRestart: () => void;
}

/** Waits until the user has approved in the Farcaster app: a link on a phone, a QR code elsewhere. */
export function FarcasterStep({ url, txn, onStep, onRestart }: FarcasterStepProps) {
  const { portal, text } = usePortal();
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const step = useRef(onStep);
  step.current = onStep;
  useEffect(() => {
    const over = new AbortController();
    portal.account.connectFarcaster(over.signal, txn).catch(problem => {
      if (!over.signal.aborted && !isError(problem, 'ABORTED')) step.current({ name: 'way', problem });
    });
    return () => over.abort();
  }, [portal, txn]);
  return (
    <>
      <Hero icon="farcaster" title={text('login.farcasterTitle')}>
        <p role="status">{text(isPhone ? 'login.farcasterPhone' : 'login.farcasterText')}</p>
      </Hero>
      {isPhone ? (
        <a className="pt-btn" data-variant="primary" data-size="lg" href={url}>
          {text('login.farcasterOpen')}
        </a>
      ) : (
        <Suspense>
          <QrCode text={url} label={text('login.farcasterQr')} />
        </Suspense>
      )}
      <button type="button" className="pt-btn" data-variant="quiet" onClick={onRestart}>
        {text('login.otherWay')}
      </button>
    </>
  );
}
