import { useEffect, useRef } from 'react';
import { Hero } from '../parts/Hero.js';
import { usePortal } from '../runtime/PortalContext.js';
import type { LoginStep } from './rememberedLogin.js';

export interface ResultStepProps {
  /** The result with which the provider's page came back. */
  readonly uri: string;
  readonly onStep: (step: LoginStep) => void;
}

/** Completes a login at a provider. A result can be used once, so it is used by the first render only. */
export function ResultStep({ uri, onStep }: ResultStepProps) {
  const { portal, text, locale } = usePortal();
  const isUsed = useRef(false);
  useEffect(() => {
    if (isUsed.current) return;
    isUsed.current = true;
    portal.account.connectSocial(uri, new AbortController().signal, { locale, sendsLink: true }).then(
      entered => 'action' in entered && onStep({ name: 'link', email: entered.email, uri }),
      problem => onStep({ name: 'way', problem }),
    );
  }, [portal, uri, locale, onStep]);
  return <Hero icon="wallet" title={text('login.opening')} />;
}
