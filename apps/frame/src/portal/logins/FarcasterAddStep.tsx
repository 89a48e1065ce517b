import { lazy, Suspense, useEffect, useRef } from 'react';
import { PageHead } from '../parts/PageHead.js';
import { usePortal } from '../runtime/PortalContext.js';

const QrCode = lazy(async () => ({ default: (await import('../parts/QrCode.js')).QrCode }));

export interface FarcasterAddStepProps {
  /** Opens the user's Farcaster app. */
  readonly url: string;
  /** Waits for the user's approval there, and continues with the consent. */
  readonly onWait: () => void;
  readonly onCancel: () => void;
}

/** Waits for the Farcaster app of a login that is added. */
export function FarcasterAddStep({ url, onWait, onCancel }: FarcasterAddStepProps) {
  const { text } = usePortal();
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const wait = useRef(onWait);
  useEffect(() => wait.current(), []);
  return (
    <>
      <PageHead title={text('login.farcasterTitle')}>
        <p role="status">{text(isPhone ? 'login.farcasterPhone' : 'login.farcasterText')}</p>
      </PageHead>
      {isPhone ? (
        <a className="pt-btn" data-variant="primary" href={url}>
          {text('login.farcasterOpen')}
        </a>
      ) : (
        <Suspense>
          <QrCode text={url} label={text('login.farcasterQr')} />
        </Suspense>
      )}
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="quiet" onClick={onCancel}>
          {text('cancel')}
        </button>
      </div>
    </>
  );
}
