import { Said } from '../../primitives/Said.js';
import { Spinner } from '../../primitives/Spinner.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCountdown } from '../../runtime/useCountdown.js';

export interface ResendProps {
  /** Shown before the button that sends another email. */
  question: string;
  action: string;
  /** Unix time in milliseconds from which another email can be requested. */
  at: number;
  busy: boolean;
  onResend: () => void;
}

/**
 * The button that sends another email, available after a delay. Screen readers announce the end of the countdown, not
 * each second.
 */
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
      <Said>{!busy && seconds === 0 ? text.t('email.canResend') : ''}</Said>
    </div>
  );
}

/** Formats seconds as minutes and seconds, in the digits of a locale: 0:24. */
function formatCountdown(seconds: number, locale: string): string {
  const minutes = new Intl.NumberFormat(locale).format(Math.floor(seconds / 60));
  const rest = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(seconds % 60);
  return `${minutes}:${rest}`;
}
