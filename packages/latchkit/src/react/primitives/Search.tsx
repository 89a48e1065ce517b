import { useId, useRef } from 'react';
import { useStyles } from '../runtime/useStyles.js';
import { searchCss } from '../theme/search.css.gen.js';
import { Icon } from './Icon.js';
import { IconButton } from './IconButton.js';
import { Said } from './Said.js';

export interface SearchProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed: search immediately. */
  onEnter?: () => void;
  /** Announced politely, for example the number of results. */
  status: string;
  /** Receives focus when its view opens, except on touch, where a keyboard would cover the results. */
  first?: boolean;
}

/** A search field that filters while typing. */
export function Search({ label, clearLabel, value, onChange, onEnter, status, first }: SearchProps) {
  useStyles(searchCss);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="lk-search">
      <label className="lk-sr" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id={id}
        type="search"
        data-first={first ? '' : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onKeyDown={event => event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter?.()}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {value !== '' && <IconButton icon="close" size="sm" align="end" label={clearLabel} onClick={clear} />}
      <Said>{status}</Said>
    </div>
  );
}
