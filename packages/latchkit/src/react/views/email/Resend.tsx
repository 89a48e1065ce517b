import { useModal } from '../../modal/ModalContext.js';
import { Spinner } from '../../primitives/Spinner.js';
import { formatCountdown } from './formatCountdown.js';
import { useCountdown } from './useCountdown.js';

export interface ResendProps {
  /** Said before the way to another mail. */
  question: string;
  action: string;
  /** Milliseconds since 1970 from which on another mail can be asked for. */
  at: number;
  busy: boolean;
  onResend: () => void;
}

/** The way to another mail, once enough time has passed. The countdown is not spoken: its end is. */
export function Resend({ question, action, at, busy, onResend }: ResendProps) {
  const { text } = useModal();
  const seconds = useCountdown(at);
  const time = <time>{formatCountdown(seconds, text.locale)}</time>;
  return (
    <div className="lk-resend" tabIndex={-1}>
      <span>{question}</span>
      {busy ? (
        <Spinner />
      ) : seconds > 0 ? (
        <span className="lk-resend-wait">{text.rich('email.sendAgainIn', { time })}</span>
      ) : (
        <button className="lk-link" type="button" onClick={onResend}>
          {action}
        </button>
      )}
      <span className="lk-sr" role="status">
        {!busy && seconds === 0 ? text.t('email.canResend') : ''}
      </span>
    </div>
  );
}
