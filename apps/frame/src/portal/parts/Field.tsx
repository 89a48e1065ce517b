import { type InputHTMLAttributes, useId } from 'react';

export interface FieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoCapitalize' | 'autoComplete' | 'type' | 'value'> {
  readonly label: string;
  readonly onValue: (value: string) => void;
  /** What is wrong with the value. Announced. */
  readonly problem?: string | false | undefined;
  /** What helps to choose a value. Announced when it changes. */
  readonly hint?: string | undefined;
}

/** A text field with its label, and what is wrong below it. */
export function Field({ label, onValue, problem, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="pt-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        spellCheck={false}
        dir="ltr"
        {...input}
        aria-invalid={Boolean(problem) || undefined}
        aria-describedby={`${id}-note`}
        onChange={event => onValue(event.currentTarget.value)}
      />
      <div id={`${id}-note`}>
        <div role="alert">{problem && <p className="pt-problem">{problem}</p>}</div>
        {hint !== undefined && (
          <p className="pt-note" role="status">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
