import { isError } from 'latchkit/protocol';
import { useEffect, useRef } from 'react';
import { Hero } from '../parts/Hero.js';
import { Rich } from '../parts/Rich.js';
import { SendAgain } from '../parts/SendAgain.js';
import { usePortal } from '../runtime/PortalContext.js';
import type { LoginStep } from './rememberedLogin.js';

export interface LinkStepProps {
  readonly email: string;
  readonly uri?: string | undefined;
  readonly onStep: (step: LoginStep) => void;
  readonly onRestart: () => void;
}

/** Waits until the link of a new browser is approved. */
export function LinkStep({ email, uri, onStep, onRestart }: LinkStepProps) {
  const { portal, text, locale } = usePortal();
  const { account } = portal;
  const step = useRef(onStep);
  step.current = onStep;
  useEffect(() => {
    const over = new AbortController();
    account.awaitDevice(over.signal).then(
      action => action === 'VERIFY_OTP' && !over.signal.aborted && step.current({ name: 'code', email }),
      problem => {
        if (!over.signal.aborted && !isError(problem, 'ABORTED')) step.current({ name: 'way', problem });
      },
    );
    return () => over.abort();
  }, [account, email]);
  const send = () =>
    uri === undefined
      ? account.startEmail(email, locale)
      : account.connectSocial(uri, new AbortController().signal, { locale, sendsLink: true });
  return (
    <>
      <Hero icon="mail" title={text('login.linkTitle')}>
        <p role="status">
          <Rich text="login.linkText" slots={{ email: <strong>{email}</strong> }} />
        </p>
      </Hero>
      <SendAgain onSend={send} />
      <button type="button" className="pt-btn" data-variant="quiet" onClick={onRestart}>
        {text('login.otherWay')}
      </button>
    </>
  );
}
