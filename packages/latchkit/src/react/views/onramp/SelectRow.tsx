import { type ReactNode, useId } from 'react';
import { Icon } from '../../primitives/Icon.js';

interface SelectRowProps {
  label: string;
  leading: ReactNode;
  value: string;
  options: readonly { readonly value: string; readonly text: string }[];
  onChoose: (value: string) => void;
}

/** A row with a native select, whose list suits the device. */
export function SelectRow({ label, leading, value, options, onChoose }: SelectRowProps) {
  const id = useId();
  return (
    <div className="lk-row lk-select">
      {leading}
      <span className="lk-row-text">
        <label className="lk-row-sub" htmlFor={id} dir="auto">
          {label}
        </label>
        <span className="lk-row-title" dir="auto" aria-hidden="true">
          {options.find(option => option.value === value)?.text ?? value}
        </span>
      </span>
      <span className="lk-row-chev">
        <Icon name="down" size="sm" />
      </span>
      <select id={id} value={value} onChange={event => onChoose(event.currentTarget.value)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
