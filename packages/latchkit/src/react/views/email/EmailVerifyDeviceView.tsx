import { type RefObject, useEffect, useRef, useState } from 'react';
import { awaitEmailDevice, type BaseError, type EmailLoginState, isError } from '../../../core/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { Ring } from '../../primitives/Ring.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useStyles } from '../../runtime/useStyles.js';
import { emailCss } from '../../theme/email.css.gen.js';
import { loginMarkCss } from '../../theme/loginMark.css.gen.js';
import { otpCss } from '../../theme/otp.css.gen.js';
import { isEnding } from './loginErrors.js';
import { Resend } from './Resend.js';
import { SendNotice } from './SendNotice.js';
import { ShownEmail } from './ShownEmail.js';
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
  useGlide(body, problem?.code);
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
  const { heading, says, action } = deviceTexts(problem);
  return (
    <>
      <Hero
        live
        title={text.t(heading)}
        text={text.rich(says, { email })}
        mark={
          <Ring state={problem ? (problem.code === 'DEVICE_DENIED' ? 'error' : 'warn') : 'wait'}>
            <span className="lk-mark">
              <Icon name="mail" size="lg" />
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
          <Resend
            question={text.t('email.noEmail')}
            action={text.t('email.sendAgain')}
            at={login.resendAt}
            busy={sending}
            onResend={again.resend}
          />
          <Button variant="quiet" size="md" onClick={again.useOther}>
            {text.t('email.other')}
          </Button>
        </>
      )}
    </>
  );
}

/** The error that ended the wait for the link, if any. */
function linkProblem(login: EmailLoginState | undefined): BaseError | undefined {
  const error = login?.error;
  if (login?.step !== 'device' || !error) return undefined;
  // The wait continues after these errors: only one request, or another email, failed.
  return ['TIMEOUT', 'COOLDOWN', 'ABORTED', 'BUSY'].includes(error.code) ? undefined : error;
}

function deviceTexts(problem: BaseError | undefined) {
  if (!problem)
    return { heading: 'email.deviceHeading', says: 'email.deviceText', action: undefined } as const;
  const { code } = problem;
  if (code === 'DEVICE_DENIED')
    return { heading: 'email.deniedHeading', says: 'email.deniedText', action: 'email.startAgain' } as const;
  if (code === 'OTP_EXPIRED')
    return {
      heading: 'email.linkExpiredHeading',
      says: 'email.linkExpiredText',
      action: 'email.newLink',
    } as const;
  return {
    heading: 'email.waitFailedHeading',
    says: isEnding(problem) ? 'email.frozen' : 'email.unavailable',
    action: 'email.startAgain',
  } as const;
}

/** Delay before the next request for the status of the link, in milliseconds. */
const PAUSE = 1_000;

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
    const ask = () =>
      awaitEmailDevice(kit).then(
        step => live && setDone(step === 'connected'),
        (error: unknown) => {
          // A request times out after two minutes; the visitor may take longer.
          if (live && isError(error, 'TIMEOUT')) timer = setTimeout(ask, PAUSE);
        },
      );
    void ask();
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [kit, waiting]);
  return done;
}
