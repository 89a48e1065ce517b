import type { ReactNode } from 'react';
import type { EmailUpdateState } from '../../../core/index.js';
import { goBack } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import type { IconName } from '../../runtime/icons.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { emailCss } from '../../theme/email.css.gen.js';
import { CodeStep } from './CodeStep.js';
import { codeProblem, isUnchecked } from './codeProblem.js';
import { isEnding } from './loginErrors.js';
import { Steps } from './Steps.js';
import { useCode } from './useCode.js';

export interface UpdateCodeProps {
  depth: number;
  /** Undefined: there is no other step. */
  step: 1 | 2 | undefined;
  icon: IconName;
  heading: string;
  where: ReactNode;
  label: string;
  update: EmailUpdateState | undefined;
  check: (code: string) => Promise<void>;
}

/** One of the two codes that a change of the email address requires. */
export function UpdateCode({ depth, step, icon, heading, where, label, update, check }: UpdateCodeProps) {
  const { kit, text } = useModal();
  const { code, error, change, submit } = useCode(update?.error, check);
  const ended = isEnding(update?.error);
  useStyles(emailCss);
  return (
    <ViewFrame title={text.t(step ? 'email.changeTitle' : 'account.addEmail')} kind="child" depth={depth}>
      {step && <Steps at={step} />}
      {update && (
        <CodeStep
          icon={icon}
          heading={heading}
          where={where}
          label={label}
          code={code}
          onChange={change}
          onComplete={submit}
          problem={error && codeProblem(text, error, 'email.changeEnded')}
          checking={update.step === 'checking'}
          ended={ended}
        >
          {isUnchecked(error) && <Button onClick={() => submit(code)}>{text.t('action.tryAgain')}</Button>}
          {ended ? (
            <Button onClick={() => goBack(kit)}>{text.t('email.startAgain')}</Button>
          ) : (
            <p className="lk-resend">
              <span>{text.t('email.didntGet')}</span>
              <button className="lk-link" type="button" onClick={() => goBack(kit)}>
                {text.t('email.startAgain')}
              </button>
            </p>
          )}
        </CodeStep>
      )}
    </ViewFrame>
  );
}
