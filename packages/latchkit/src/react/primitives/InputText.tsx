import { type ReactNode, type Ref, useId } from 'react';
import { useStyles } from '../modal/useStyles.js';
import { fieldCss } from '../theme/field.css.gen.js';
import { Icon } from './Icon.js';
import type { IconName } from './icons.js';

export interface InputTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter, or whatever else submits a form. */
  onSubmit: () => void;
  type?: 'text' | 'email';
  icon?: IconName;
  /** What is wrong with the value; it is announced. */
  problem?: string | undefined;
  /** The problem was announced before, and only changes while it counts down. */
  quiet?: boolean | undefined;
  /** The control at the end of the field. */
  trailing?: ReactNode;
  disabled?: boolean;
  /** The id of a sentence that says more. */
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Names the field for the way back: focus returns to it. */
  returnKey?: string;
  /** The visitor reaches for the field: load what it needs. Not with its focus, which it may be given by itself. */
  onIntent?: () => void;
}

/** A line to type in. Its label is where the text will be, and moves up for it. */
export function InputText(props: InputTextProps) {
  const { label, value, onChange, onSubmit, type = 'text', icon, problem, trailing, disabled } = props;
  useStyles(fieldCss);
  const id = useId();
  const note = problem ? `${id}-note` : undefined;
  const described = [note, props.describedBy].filter(Boolean).join(' ') || undefined;
  return (
    <form
      className="lk-field"
      data-invalid={problem ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="lk-field-box">
        {icon && <Icon name={icon} />}
        <div className="lk-field-stack">
          <input
            ref={props.inputRef}
            id={id}
            data-return={props.returnKey}
            type={type}
            inputMode={type}
            autoComplete={type === 'email' ? 'email' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            // The label floats where this is not shown.
            placeholder=" "
            dir={value === '' ? undefined : 'auto'}
            value={value}
            disabled={disabled}
            aria-invalid={problem ? true : undefined}
            aria-describedby={described}
            onPointerDown={props.onIntent}
            onChange={event => onChange(event.currentTarget.value)}
          />
          <label htmlFor={id}>{label}</label>
        </div>
        {trailing}
      </div>
      {problem && (
        <p className="lk-field-note" id={note} data-tone="danger" role={props.quiet ? 'timer' : 'alert'}>
          <Icon name="alert" size="sm" />
          <span>{problem}</span>
        </p>
      )}
    </form>
  );
}
