import { useState } from 'react';
import { Field } from '../parts/Field.js';
import { PageHead } from '../parts/PageHead.js';
import { usePortal } from '../runtime/PortalContext.js';
import { passwordStrength } from './passwordStrength.js';

export interface PasswordStepProps {
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the new password of the wallet, twice. The button says what is missing. */
export function PasswordStep({ onPassword, onCancel }: PasswordStepProps) {
  const { text } = usePortal();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const strength = passwordStrength(password);
  const missing = () => {
    if (strength === 'weak') return 'password.stronger';
    if (password !== again) return 'password.repeat';
    return isAgreed ? undefined : 'password.tick';
  };
  const why = missing();
  return (
    <>
      <PageHead title={text('password.title')}>
        <p>{text('password.text')}</p>
      </PageHead>
      <form
        className="pt-form"
        onSubmit={event => {
          event.preventDefault();
          if (why === undefined) onPassword(password);
        }}
      >
        <Field
          label={text('password.new')}
          type="password"
          autoComplete="new-password"
          value={password}
          onValue={setPassword}
          hint={password === '' ? '' : text(`password.${strength}`)}
        />
        <Field
          label={text('password.again')}
          type="password"
          autoComplete="new-password"
          value={again}
          onValue={setAgain}
        />
        <label className="pt-check">
          <input
            type="checkbox"
            checked={isAgreed}
            onChange={event => setAgreed(event.currentTarget.checked)}
          />
          <span>{text('password.agree')}</span>
        </label>
        <div className="pt-acts">
          <button type="submit" className="pt-btn" data-variant="primary" disabled={why !== undefined}>
            {text(why ?? 'password.set')}
          </button>
          <button type="button" className="pt-btn" data-variant="quiet" onClick={onCancel}>
            {text('cancel')}
          </button>
        </div>
        <p className="pt-note">{text('password.tries')}</p>
      </form>
    </>
  );
}
