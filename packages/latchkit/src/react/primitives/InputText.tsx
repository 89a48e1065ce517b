import { type ReactNode, type Ref, useId } from 'react';
import type { IconName } from '../runtime/icons.js';
import { useStyles } from '../runtime/useStyles.js';
import { fieldCss } from '../theme/field.css.gen.js';
import { Icon } from './Icon.js';

export interface InputTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter, or any other way to submit a form. */
  onSubmit: () => void;
  type?: 'text' | 'email';
  icon?: IconName;
  /** What is wrong with the value. It is announced. */
  problem?: string | undefined;
  /** Don't announce the problem again: only its countdown has changed. */
  quiet?: boolean | undefined;
  /** The control at the end of the field. */
  trailing?: ReactNode;
  disabled?: boolean;
  /** The id of an element with more explanation. */
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Identifies the field for Back, which returns focus to it. */
  returnKey?: string;
  /**
   * Called when the visitor starts to use the field, to load what it needs. Not called on focus, which the modal may
   * set.
   */
  onIntent?: () => void;
}

/** A single-line text field. Its floating label starts in place of the text and moves up. */
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
            // The label floats only while the placeholder isn't shown.
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
