import { useState } from 'react';
import { Field } from '../parts/Field.js';
import { Hero } from '../parts/Hero.js';
import type { AskedPassword } from '../runtime/Portal.js';
import { usePortal } from '../runtime/PortalContext.js';

/** Asks for the password of a wallet that a new browser opens. */
export function PasswordStep({ isWrong, answer, refuse }: AskedPassword) {
  const { text } = usePortal();
  const [password, setPassword] = useState('');
  return (
    <>
      <Hero icon="lock" title={text('login.passwordTitle')}>
        <p>{text('login.passwordText')}</p>
      </Hero>
      <form
        className="pt-form"
        onSubmit={event => {
          event.preventDefault();
          if (password !== '') answer(password);
        }}
      >
        <Field
          label={text('login.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          problem={isWrong && text('error.password')}
        />
        <button type="submit" className="pt-btn" data-variant="primary" data-size="lg">
          {text('continue')}
        </button>
        <button type="button" className="pt-btn" data-variant="quiet" onClick={refuse}>
          {text('login.otherWay')}
        </button>
      </form>
    </>
  );
}
