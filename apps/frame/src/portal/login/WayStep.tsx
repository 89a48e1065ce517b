import { type LoginProvider, linkEnvironment, PROVIDER_NAMES, refusesBrowser } from 'latchkit/protocol';
import { EmailForm } from '../parts/EmailForm.js';
import { Hero } from '../parts/Hero.js';
import { Icon } from '../parts/Icon.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import type { LoginStep } from './rememberedLogin.js';

export interface WayStepProps {
  /** Why the last login ended. */
  readonly problem: unknown;
  readonly onStep: (step: LoginStep) => void;
}

/** The ways to log in. */
export function WayStep({ problem, onStep }: WayStepProps) {
  const { portal, text, locale } = usePortal();
  const { account } = portal;
  const isRefused = (provider: LoginProvider) => refusesBrowser(provider, linkEnvironment());
  const providers = portal.providers.filter(provider => !isRefused(provider));
  const byEmail = useAction(async (_, email: string) => {
    const action = await account.startEmail(email, locale);
    if (action !== 'CONNECT') onStep({ name: action === 'VERIFY_OTP' ? 'code' : 'link', email });
  });
  const bySocial = useAction(async (_, provider: LoginProvider) => {
    if (provider === 'farcaster') {
      const { url, txn } = await account.startFarcaster(locale);
      return onStep({ name: 'farcaster', url, txn });
    }
    await portal.leaveFor('login', provider, locale);
  });
  // The first of many is named, the others are icons in one row.
  const isFew = providers.length < 3;
  const isBusy = byEmail.isBusy || bySocial.isBusy;
  return (
    <>
      <Hero icon="wallet" title={text('login.title')}>
        <p>{text('login.text')}</p>
      </Hero>
      <EmailForm label={text('login.email')} onEmail={email => !isBusy && void byEmail.run(email)}>
        <button
          type="submit"
          className="pt-btn"
          data-variant="primary"
          data-size="lg"
          aria-disabled={isBusy || undefined}
        >
          <Icon name="mail" />
          {text('login.withEmail')}
        </button>
      </EmailForm>
      <Problem error={byEmail.problem ?? bySocial.problem ?? problem} />
      {portal.providers.filter(isRefused).map(provider => (
        <p key={provider}>{text('login.inApp', { provider: PROVIDER_NAMES[provider] })}</p>
      ))}
      {providers.length > 0 && (
        <fieldset className="pt-socials" data-few={isFew ? '' : undefined}>
          <legend className="pt-sr">{text('login.social')}</legend>
          {providers.map((provider, at) => (
            <button
              key={provider}
              type="button"
              className="pt-btn"
              data-variant="secondary"
              disabled={isBusy}
              onClick={() => void bySocial.run(provider)}
            >
              <Icon name={provider} />
              <span className={isFew || at === 0 ? undefined : 'pt-sr'}>
                {text('login.with', { provider: PROVIDER_NAMES[provider] })}
              </span>
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}
