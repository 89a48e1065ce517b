import type { Ref } from 'react';
import { useStyles } from '../../runtime/useStyles.js';
import { agreeCss } from '../../theme/agree.css.gen.js';
import { TermsSentence } from './TermsSentence.js';

export interface TermsCheckboxProps {
  checked: boolean;
  onChange: (on: boolean) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** The checkbox that must be checked before connecting. */
export function TermsCheckbox({ checked, onChange, inputRef }: TermsCheckboxProps) {
  useStyles(agreeCss);
  return (
    <label className="lk-agree lk-card">
      <input
        ref={inputRef}
        type="checkbox"
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span>
        <TermsSentence mood="agree" />
      </span>
    </label>
  );
}
