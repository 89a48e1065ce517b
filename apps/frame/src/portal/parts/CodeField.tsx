import { useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../runtime/errorText.js';
import { usePortal } from '../runtime/PortalContext.js';
import { Icon } from './Icon.js';

const LENGTH = 6;

/** Code points of zero in other scripts: Arabic-Indic, Persian, Devanagari, fullwidth. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** The ASCII digits of what was typed, dictated or pasted, at most six. */
export function codeDigits(typed: string): string {
  const digits = [...typed].map(character => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find(one => code >= one && code < one + 10);
    return zero === undefined ? character : String(code - zero);
  });
  return digits.join('').replace(/\D/g, '').slice(0, LENGTH);
}

export interface CodeFieldProps {
  /** Called with six digits. */
  readonly onCode: (code: string) => void;
  readonly isBusy: boolean;
  /** The error of the last code. */
  readonly problem: unknown;
}

/** The field for a code from an email. It has the focus; a refused code is selected, so that the next digit replaces it. */
export function CodeField({ onCode, isBusy, problem }: CodeFieldProps) {
  const portal = usePortal();
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isRefused = problem !== undefined;
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (isRefused) input.current?.select();
  }, [isRefused]);
  const type = (typed: string) => {
    const digits = codeDigits(typed);
    setValue(digits);
    if (digits.length === LENGTH && digits !== value) onCode(digits);
  };
  return (
    <div className="pt-field pt-code">
      <label htmlFor={id}>{portal.text('code.label')}</label>
      <input
        ref={input}
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={value}
        readOnly={isBusy}
        aria-invalid={isRefused || undefined}
        aria-describedby={`${id}-problem`}
        onChange={event => type(event.currentTarget.value)}
      />
      <div role="alert" id={`${id}-problem`}>
        {isRefused && (
          <p className="pt-problem">
            <Icon name="alert" size="sm" />
            {errorText(problem, portal)}
          </p>
        )}
      </div>
    </div>
  );
}
