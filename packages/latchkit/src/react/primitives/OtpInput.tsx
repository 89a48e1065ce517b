import { type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStyles } from '../runtime/useStyles.js';
import { otpCss } from '../theme/otp.css.gen.js';

/** Number of digits of a one-time code. */
const OTP_LENGTH = 6;

/** Code points of zero in other scripts: Arabic-Indic, Persian, Devanagari, fullwidth. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** The ASCII digits of typed, dictated, autofilled or pasted text, at most {@link OTP_LENGTH}. */
export function otpDigits(typed: string): string {
  const digits = [...typed].map(character => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find(one => code >= one && code < one + 10);
    return zero === undefined ? character : String(code - zero);
  });
  return digits.join('').replace(/\D/g, '').slice(0, OTP_LENGTH);
}

export interface OtpInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called when all six digits are entered. */
  onComplete: (code: string) => void;
  /**
   * What is wrong with the code, announced immediately. The digits stay for comparison, and the next digit starts
   * over.
   */
  problem?: string | undefined;
  /** The code is being checked; input is ignored meanwhile. */
  busy?: boolean;
  disabled?: boolean;
  /** The id of the sentence that says where to find the code. */
  describedBy?: string;
}

const CELLS = Array.from({ length: OTP_LENGTH }, (_, index) => index);

/**
 * A one-time code: a single real field under six drawn cells, so that paste, autofill and dictation work as in any
 * field.
 */
export function OtpInput(props: OtpInputProps) {
  const { label, value, onChange, onComplete, problem, busy, disabled, describedBy } = props;
  useStyles(otpCss);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [selection, setSelection] = useState<readonly [number, number]>();
  const note = problem ? `${id}-note` : undefined;
  const refused = problem !== undefined;

  useEffect(() => {
    if (!disabled) input.current?.focus({ preventScroll: true });
  }, [disabled]);
  useEffect(() => {
    if (refused) input.current?.select();
  }, [refused]);

  const type = (typed: string) => {
    if (busy) return;
    const digits = otpDigits(typed);
    onChange(digits);
    if (digits.length === OTP_LENGTH && digits !== value) onComplete(digits);
  };
  const read = () => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    setSelection([selectionStart ?? value.length, selectionEnd ?? value.length]);
  };
  const focused = selection !== undefined;
  // Filling the field moves the caret without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret changes with the value
  useLayoutEffect(() => {
    if (focused) read();
  }, [value, focused]);
  const pick = (event: MouseEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const cell = Math.floor(((event.clientX - box.left) / box.width) * OTP_LENGTH);
    const at = Math.min(cell, value.length);
    // The next digit replaces the clicked digit, or the whole code if it was rejected.
    if (refused) event.currentTarget.select();
    else event.currentTarget.setSelectionRange(at, Math.min(at + 1, value.length));
  };
  return (
    <div className="lk-otp" data-invalid={refused ? '' : undefined} data-disabled={disabled ? '' : undefined}>
      <label className="lk-sr" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="lk-otp-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        dir="ltr"
        value={value}
        disabled={disabled}
        readOnly={busy}
        aria-invalid={refused || undefined}
        aria-describedby={[note, describedBy].filter(Boolean).join(' ') || undefined}
        onChange={event => type(event.currentTarget.value)}
        onSelect={read}
        onFocus={read}
        onBlur={() => setSelection(undefined)}
        onClick={pick}
      />
      <div className="lk-otp-cells" aria-hidden="true">
        {CELLS.map(index => (
          <span
            key={index}
            className="lk-otp-cell"
            data-caret={!busy && isActive(selection, index, value.length) ? '' : undefined}
          >
            {value[index]}
          </span>
        ))}
      </div>
      <div role={problem && 'alert'} aria-live="assertive" aria-atomic>
        {problem && (
          <p className="lk-otp-note" id={note}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

/** Whether the cell contains the caret or the selected digit. After the last digit, the caret is in the last cell. */
function isActive(selection: readonly [number, number] | undefined, index: number, length: number): boolean {
  if (!selection) return false;
  const [from, to] = selection;
  if (from !== to) return index >= from && index < to;
  return index === Math.min(from, length, OTP_LENGTH - 1);
}
