import { emailField } from 'latchkit/protocol';
import { type ReactNode, useState } from 'react';
import { usePortal } from '../runtime/PortalContext.js';
import { Field } from './Field.js';

export interface EmailFormProps {
  readonly label: string;
  readonly onEmail: (email: string) => void;
  /** The buttons. */
  readonly children: ReactNode;
}

/** Asks for an email address. */
export function EmailForm({ label, onEmail, children }: EmailFormProps) {
  const { text } = usePortal();
  const [email, setEmail] = useState('');
  const [isRefused, setRefused] = useState(false);
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
      {children}
    </form>
  );
}
