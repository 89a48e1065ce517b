import { useId } from 'react';
import type { IconName } from '../runtime/icons.js';
import { Icon } from './Icon.js';

export interface SwitchRowProps {
  icon: IconName;
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A setting that applies immediately: its label, with a switch at the end. */
export function SwitchRow({ icon, label, on, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="lk-toggle-row">
      <Icon name={icon} />
      <label htmlFor={id}>{label}</label>
      <button
        className="lk-switch"
        id={id}
        type="button"
        role="switch"
        aria-checked={on}
        onClick={() => onChange(!on)}
      >
        <span />
      </button>
    </div>
  );
}
