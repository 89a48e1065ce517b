import { type ReactNode, useId, useRef } from 'react';
import { Icon } from '../../primitives/Icon.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import { OtpInput } from '../../primitives/OtpInput.js';
import { Spinner } from '../../primitives/Spinner.js';
import type { IconName } from '../../runtime/icons.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { heroCss } from '../../theme/hero.css.gen.js';
import { useLostFocus } from './useLostFocus.js';

export interface CodeStepProps {
  /** Shown above everything else. */
  before?: ReactNode;
  icon: IconName;
  heading: string;
  /** Tells where the code was sent. */
  where: ReactNode;
  label: string;
  code: string;
  onChange: (code: string) => void;
  onComplete: (code: string) => void;
  problem: string | undefined;
  checking: boolean;
  /** The login has ended: no code is accepted any more. */
  ended: boolean;
  /** Another email is being sent. */
  sending?: boolean;
  /** Shown below the code, except while it is being checked. */
  children: ReactNode;
}

/** The main button below a code that is no longer accepted. */
const START_AGAIN = '.lk-btn:not([data-variant="secondary"])';

/** Waits for a code from an email, and checks it. */
export function CodeStep(props: CodeStepProps) {
  const { icon, heading, where, label, code, onChange, onComplete, problem, checking, ended } = props;
  const { text } = useModal();
  const id = useId();
  const hero = useRef<HTMLDivElement>(null);
  useStyles(heroCss);
  useLostFocus(hero, ended ? START_AGAIN : '.lk-otp-input', `${checking} ${ended} ${props.sending}`);
  return (
    <>
      {props.before}
      <div className="lk-hero" ref={hero}>
        <span className="lk-hero-glyph">
          <Icon name={icon} size="lg" />
        </span>
        <h3 className="lk-hero-title">{heading}</h3>
        <p className="lk-hero-text" id={id}>
          {where}
        </p>
      </div>
      <OtpInput
        label={label}
        value={code}
        onChange={onChange}
        onComplete={onComplete}
        problem={problem}
        busy={checking}
        disabled={ended}
        describedBy={id}
      />
      <div {...liveRegion(checking)}>
        {checking && (
          <p className="lk-resend">
            <Spinner />
            <span>{text.t('email.checking')}</span>
          </p>
        )}
      </div>
      {!checking && props.children}
    </>
  );
}
