import { type RefObject, useEffect, useRef, useState } from 'react';
import { awaitEmailDevice, type BaseError, type EmailLoginState, isError } from '../../../core/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { Ring, type RingState } from '../../primitives/Ring.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { timeAt } from '../../runtime/timeAt.js';
import { useGlide } from '../../runtime/useGlide.js';
import { whyFailed } from '../../runtime/useOffline.js';
import { useStyles } from '../../runtime/useStyles.js';
import { emailCss } from '../../theme/email.css.gen.js';
import { loginMarkCss } from '../../theme/loginMark.css.gen.js';
import { otpCss } from '../../theme/otp.css.gen.js';
import { BrowserWalletButton } from './BrowserWalletButton.js';
import { isLongLimit } from './isLongLimit.js';
import { isEnding } from './loginErrors.js';
import { Resend } from './Resend.js';
import { SendNotice } from './SendNotice.js';
import { ShownEmail } from './ShownEmail.js';
import { Steps } from './Steps.js';
import { useEmailAgain } from './useEmailAgain.js';
import { useEmailLogin } from './useEmailLogin.js';
import { useLeaveWhenDone } from './useLeaveWhenDone.js';
import { useLostFocus } from './useLostFocus.js';

/** Shown for a new device: the visitor opens the link from the email, on any device. */
export function EmailVerifyDeviceView({ depth }: ViewProps) {
  const { text } = useModal();
  const login = useEmailLogin('EmailVerifyDevice');
  const body = useRef<HTMLDivElement>(null);
  const problem = linkProblem(login);
  useStyles(emailCss);
  useStyles(loginMarkCss);
  useStyles(otpCss);
  useGlide(body, `${login?.error?.code} ${login?.opensAt !== undefined}`);
  useLeaveWhenDone(useDeviceWait(login?.step === 'device' && !problem));
  return (
    <ViewFrame title={text.t('email.deviceTitle')} kind="child" depth={depth} bodyRef={body}>
      {login && <Device login={login} problem={problem} body={body} />}
    </ViewFrame>
  );
}

interface DeviceProps {
  login: EmailLoginState;
  problem: BaseError | undefined;
  body: RefObject<HTMLDivElement | null>;
}

function Device({ login, problem, body }: DeviceProps) {
  const { text } = useModal();
  const again = useEmailAgain();
  const sending = again.busy || login.step === 'sending';
  useLostFocus(body, '.lk-resend', `${sending} ${problem?.code}`);
  const email = <ShownEmail email={login.email} />;
  const { heading, says, action } = problem ? problemTexts(login, problem) : waitTexts(login);
  // After a limit, `resendAt` is when it ends.
  const time = timeAt(text, login.opensAt ?? login.resendAt);
  const isDelayed = login.opensAt !== undefined;
  return (
    <>
      {!problem && !isDelayed && <Steps at={1} />}
      <Hero
        live
        title={text.t(heading)}
        text={text.rich(says, { email, time })}
        mark={
          <Ring state={ringOf(login, problem)}>
            <span className="lk-mark">
              <Icon name={isDelayed ? 'lock' : 'mail'} size="lg" />
            </span>
          </Ring>
        }
      />
      <SendNotice error={again.error} />
      {action ? (
        <div className="lk-pair">
          <Button variant="secondary" onClick={again.useOther}>
            {text.t('email.other')}
          </Button>
          <Button busy={again.busy} onClick={() => again.restart(login.email)}>
            {text.t(action)}
          </Button>
        </div>
      ) : (
        <>
          {!isDelayed && (
            <Resend
              question={text.t('email.noEmail')}
              action={text.t('email.sendAgain')}
              at={login.resendAt}
              busy={sending}
              onResend={again.resend}
            />
          )}
          <BrowserWalletButton />
          <Button variant="quiet" size="md" onClick={again.useOther}>
            {text.t('email.other')}
          </Button>
        </>
      )}
    </>
  );
}

/** The error that ended the wait for the link, or for the end of the recovery delay, if any. */
function linkProblem(login: EmailLoginState | undefined): BaseError | undefined {
  const { error, opensAt } = login ?? {};
  if (login?.step !== 'device' || !error) return undefined;
  // The recovery delay ends whether or not the services respond now, and a freeze ends too.
  if (opensAt !== undefined) return ['DEVICE_DENIED', 'OTP_EXPIRED'].includes(error.code) ? error : undefined;
  // The wait continues after these errors: only one request, or another email, failed.
  return ['TIMEOUT', 'COOLDOWN', 'ABORTED', 'BUSY'].includes(error.code) ? undefined : error;
}

function ringOf({ opensAt }: EmailLoginState, problem: BaseError | undefined): RingState {
  if (problem?.code === 'DEVICE_DENIED') return 'error';
  return problem || opensAt !== undefined ? 'warn' : 'wait';
}

function waitTexts({ opensAt, error }: EmailLoginState) {
  const action = undefined;
  if (opensAt === undefined)
    return { heading: 'email.deviceHeading', says: 'email.deviceText', action } as const;
  if (error?.code === 'FROZEN')
    return { heading: 'email.frozenHeading', says: 'email.frozenWaitText', action } as const;
  if (opensAt <= Date.now())
    return { heading: 'email.waitedHeading', says: 'email.waitedText', action } as const;
  return { heading: 'email.delayedHeading', says: 'email.delayedText', action } as const;
}

function problemTexts({ opensAt }: EmailLoginState, problem: BaseError) {
  if (problem.code === 'DEVICE_DENIED') {
    return opensAt === undefined
      ? ({ heading: 'email.deniedHeading', says: 'email.deniedText', action: 'email.startAgain' } as const)
      : ({
          heading: 'email.cancelledHeading',
          says: 'email.cancelledText',
          action: 'email.startAgain',
        } as const);
  }
  // The seven days after the delay are over, or the freeze is.
  if (problem.code === 'OTP_EXPIRED' && opensAt !== undefined)
    return { heading: 'email.waitedHeading', says: 'email.againText', action: 'email.startAgain' } as const;
  if (problem.code === 'OTP_EXPIRED')
    return {
      heading: 'email.linkExpiredHeading',
      says: 'email.linkExpiredText',
      action: 'email.newLink',
    } as const;
  if (isLongLimit(problem))
    return {
      heading: 'email.waitFailedHeading',
      says: 'email.tooManyNew',
      action: 'email.startAgain',
    } as const;
  return {
    heading: 'email.waitFailedHeading',
    says: isEnding(problem) ? 'email.frozen' : whyFailed('email.unavailable'),
    action: 'email.startAgain',
  } as const;
}

/** Delay before the next request for the status of the link, in milliseconds. */
const PAUSE = 1_000;

/** The same while the recovery delay runs, which the visitor may end on another device. */
const DELAYED_PAUSE = 30_000;

/**
 * Waits until the visitor has opened the link from the email, while the view is shown. The result is in the state.
 *
 * @param waiting whether there is a link to wait for.
 * @returns whether the visitor is connected.
 */
function useDeviceWait(waiting: boolean): boolean {
  const { kit } = useModal();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let live = true;
    const ask = () => {
      timer = undefined;
      return awaitEmailDevice(kit).then(
        step => live && setDone(step === 'connected'),
        (error: unknown) => {
          const { login } = kit.store.getState().embeddedWallet;
          if (!live || !login || linkProblem(login)) return;
          if (login.opensAt !== undefined) {
            const left = Math.min(login.opensAt - Date.now(), DELAYED_PAUSE);
            timer = setTimeout(ask, left > 0 ? Math.max(left, PAUSE) : DELAYED_PAUSE);
          } else if (isError(error, 'TIMEOUT')) {
            // A request times out after two minutes; the visitor may take longer.
            timer = setTimeout(ask, PAUSE);
          }
        },
      );
    };
    // The visitor comes back to the tab, in whose background timers hardly run.
    const onShow = () => {
      if (document.visibilityState !== 'visible' || timer === undefined) return;
      clearTimeout(timer);
      void ask();
    };
    document.addEventListener('visibilitychange', onShow);
    void ask();
    return () => {
      live = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [kit, waiting]);
  return done;
}
