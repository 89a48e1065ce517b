import { useRef, useState } from 'react';
import { type EmailLoginState, submitEmailCode } from '../../../core/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useGlide } from '../../runtime/useGlide.js';
import { useStyles } from '../../runtime/useStyles.js';
import { emailCss } from '../../theme/email.css.gen.js';
import { CodeStep } from './CodeStep.js';
import { codeProblem, isUnchecked } from './codeProblem.js';
import { isEnding } from './loginErrors.js';
import { Resend } from './Resend.js';
import { SendNotice } from './SendNotice.js';
import { ShownEmail } from './ShownEmail.js';
import { Steps } from './Steps.js';
import { useCode } from './useCode.js';
import { useEmailAgain } from './useEmailAgain.js';
import { useEmailLogin } from './useEmailLogin.js';
import { useLeaveWhenDone } from './useLeaveWhenDone.js';

/** Asks for the code from the email, which completes the login. */
export function EmailVerifyOtpView({ depth }: ViewProps) {
  const { text } = useModal();
  const login = useEmailLogin('EmailVerifyOtp');
  const body = useRef<HTMLDivElement>(null);
  useStyles(emailCss);
  useGlide(body, `${login?.step} ${login?.error?.code}`);
  return (
    <ViewFrame title={text.t('email.title')} kind="child" depth={depth} bodyRef={body}>
      {login && <Code login={login} />}
    </ViewFrame>
  );
}

function Code({ login }: { login: EmailLoginState }) {
  const { kit, text } = useModal();
  const [done, setDone] = useState(false);
  const again = useEmailAgain();
  const checking = login.step === 'checking' || done;
  const ended = isEnding(login.error);
  const sending = again.busy || login.step === 'sending';
  const { code, error, change, submit } = useCode(
    login.step === 'code' ? login.error : undefined,
    async one => {
      await submitEmailCode(kit, one);
      setDone(true);
    },
  );
  useLeaveWhenDone(done);
  const email = <ShownEmail email={login.email} />;
  return (
    <CodeStep
      before={login.twoEmails && !ended && <Steps at={2} />}
      icon="mail"
      heading={text.t('email.codeHeading')}
      where={text.rich(login.twoEmails ? 'email.secondCodeText' : 'email.codeText', { email })}
      label={text.t('email.code')}
      code={code}
      onChange={change}
      onComplete={submit}
      problem={error && codeProblem(text, error, 'email.locked')}
      checking={checking}
      ended={ended}
      sending={sending}
    >
      <SendNotice error={again.error} />
      {isUnchecked(error) && <Button onClick={() => submit(code)}>{text.t('action.tryAgain')}</Button>}
      {ended ? (
        <div className="lk-pair">
          <Button variant="secondary" onClick={again.useOther}>
            {text.t('email.other')}
          </Button>
          <Button busy={again.busy} onClick={() => again.restart(login.email)}>
            {text.t('email.startAgain')}
          </Button>
        </div>
      ) : (
        <Resend
          question={text.t('email.didntGet')}
          action={text.t('email.newCode')}
          at={login.resendAt}
          busy={sending}
          onResend={() => {
            change('');
            again.resend();
          }}
        />
      )}
    </CodeStep>
  );
}
