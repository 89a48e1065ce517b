import { CodeField } from '../parts/CodeField.js';
import { Hero } from '../parts/Hero.js';
import { Rich } from '../parts/Rich.js';
import { SendAgain } from '../parts/SendAgain.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';

/** Asks for the code of a login by email. */
export function CodeStep({ email, onRestart }: { readonly email: string; readonly onRestart: () => void }) {
  const { portal, text, locale } = usePortal();
  const { account } = portal;
  const verify = useAction((signal, code: string) => account.verifyCode(code, signal));
  return (
    <>
      <Hero icon="mail" title={text('login.codeTitle')}>
        <p>
          <Rich text="login.codeText" slots={{ email: <strong>{email}</strong> }} />
        </p>
      </Hero>
      <CodeField onCode={code => void verify.run(code)} isBusy={verify.isBusy} problem={verify.problem} />
      {verify.isBusy ? (
        <p role="status">{text('login.opening')}</p>
      ) : (
        <SendAgain onSend={() => account.startEmail(email, locale)} />
      )}
      <button type="button" className="pt-btn" data-variant="quiet" onClick={onRestart}>
        {text('login.otherWay')}
      </button>
    </>
  );
}
