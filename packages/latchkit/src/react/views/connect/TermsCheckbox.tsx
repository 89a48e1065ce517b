import { TermsSentence } from './TermsSentence.js';

/** The tick that connecting waits for. */
export function TermsCheckbox({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="lk-agree lk-card">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.currentTarget.checked)} />
      <span>
        <TermsSentence mood="agree" />
      </span>
    </label>
  );
}
