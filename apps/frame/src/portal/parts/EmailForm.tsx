import { emailField } from 'latchkit/protocol';
import { type ReactNode, useState } from 'react';
import { usePortal } from '../runtime/PortalContext.js';
import { Field } from './Field.js';

export interface EmailFormProps {
  readonly label: string;
  /** What to say about the typed address. */
  readonly hintFor?: (email: string) => string | undefined;
  readonly onEmail: (email: string) => void;
  /** The buttons. */
  readonly children: ReactNode;
}

/** Asks for an email address. */
export function EmailForm({ label, hintFor, onEmail, children }: EmailFormProps) {
  const { text } = usePortal();
  const [email, setEmail] = useState('');
  const [isRefused, setRefused] = useState(false);
  const hint = hintFor?.(email);
  return (
    <form
      className="pt-form"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        const isEmail = emailField.safeParse(email.trim()).success;
        setRefused(!isEmail);
        if (isEmail) onEmail(email.trim());
      }}
    >
      <Field
        label={label}
        type="email"
        autoComplete="email"
        value={email}
        onValue={setEmail}
        problem={isRefused && text('error.email')}
      />
      {hint && <p role="status">{hint}</p>}
      {children}
    </form>
  );
}
