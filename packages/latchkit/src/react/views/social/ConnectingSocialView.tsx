import { useRef } from 'react';
import {
  cancelSocialLogin,
  leaveForSocialLogin,
  type SocialLoginState,
  type SocialProvider,
  startSocialLogin,
} from '../../../core/index.js';
import { linkEnvironment } from '../../../internal/index.js';
import { PROVIDER_NAMES } from '../../../protocol/providerNames.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { ProviderMark } from '../../primitives/ProviderMark.js';
import { Ring } from '../../primitives/Ring.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { loginMarkCss } from '../../theme/loginMark.css.gen.js';
import { useLostFocus } from '../email/useLostFocus.js';
import { LinkStep } from './LinkStep.js';
import { loginProblem, openingOf } from './loginProblem.js';
import { SocialWait } from './SocialWait.js';

/** A social login: it waits for the visitor, at the provider or at the link in an email, or says why the login ended. */
export function ConnectingSocialView({ view, depth }: ViewProps) {
  const provider = view.name === 'ConnectingSocial' ? view.provider : 'google';
  const state = useKitState(({ embeddedWallet }) => embeddedWallet.social);
  // While it leaves, the view keeps its content.
  const last = useRef(state);
  if (state?.provider === provider) last.current = state;
  const login = last.current ?? { provider, step: 'opening' };
  const body = useRef<HTMLDivElement>(null);
  useStyles(loginMarkCss);
  const shown = `${login.step} ${login.error?.code} ${login.isElsewhere}`;
  useGlide(body, shown);
  useLostFocus(body, '.lk-actions .lk-btn', shown);
  return (
    <ViewFrame title={PROVIDER_NAMES[provider]} kind="child" depth={depth} bodyRef={body}>
      <SocialLogin provider={provider} login={login} />
    </ViewFrame>
  );
}

function SocialLogin({
  provider,
  login,
}: {
  provider: Exclude<SocialProvider, 'farcaster'>;
  login: SocialLoginState;
}) {
  const { kit, text } = useModal();
  const { step, error, isHidden, isElsewhere, link, opensAt } = login;
  const slots = { provider: PROVIDER_NAMES[provider] };
  // The view shows the error.
  const leave = () => void leaveForSocialLogin(kit, provider).catch(() => {});
  // Telegram and the browsers of other apps have no popups.
  const leaves = provider === 'telegram' || linkEnvironment().embedded;
  const start = leaves ? leave : () => void startSocialLogin(kit, provider).catch(() => {});
  const mark = (
    <span className="lk-mark">
      <ProviderMark provider={provider} size="lg" />
    </span>
  );
  if (opensAt !== undefined) return <SocialWait {...{ login, opensAt, mark, slots }} onStart={start} />;
  if (error) {
    const { heading, says } = loginProblem(error);
    const isBlocked = error.code === 'WINDOW_BLOCKED';
    return (
      <>
        <Hero
          live
          title={text.t(heading, slots)}
          text={text.t(says, { ...slots, time: openingOf(text, error) })}
          mark={<Ring state={isBlocked ? 'warn' : 'error'}>{mark}</Ring>}
        />
        <div className="lk-actions">
          <Button onClick={start}>
            {isBlocked ? text.t('social.open', slots) : text.t('action.tryAgain')}
          </Button>
          {isBlocked && (
            <Button variant="quiet" size="md" onClick={leave}>
              {text.t('social.here')}
            </Button>
          )}
        </div>
      </>
    );
  }
  if (step === 'device' && link) return <LinkStep link={link} />;
  const isChecking = step === 'checking';
  const waits = isElsewhere ? 'social.otherBrowserText' : leaves ? 'social.leaveText' : 'social.waitText';
  const says = isChecking ? 'social.checkingText' : waits;
  return (
    <>
      <Hero
        live
        title={isChecking ? text.t('social.checking') : text.t('social.continue', slots)}
        text={text.t(says, slots)}
        mark={<Ring state="wait">{mark}</Ring>}
      />
      {!isChecking && !leaves && (
        <div className="lk-actions">
          <Button variant="quiet" size="md" icon="again" onClick={start}>
            {text.t(isElsewhere ? 'action.tryAgain' : 'social.again')}
          </Button>
          {isHidden && (
            <Button variant="quiet" size="md" onClick={() => cancelSocialLogin(kit, 'POPUP_CLOSED')}>
              {text.t('social.closed')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
