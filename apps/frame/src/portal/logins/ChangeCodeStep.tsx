import { CodeField } from '../parts/CodeField.js';
import { PageHead } from '../parts/PageHead.js';
import { Rich } from '../parts/Rich.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';

export interface ChangeCodeStepProps {
  /** The new address that the code was sent to. Undefined: the current one. */
  readonly email?: string | undefined;
  readonly onVerify: (code: string) => Promise<unknown>;
}

/** Asks for the code of a change of the logins. */
export function ChangeCodeStep({ email, onVerify }: ChangeCodeStepProps) {
  const { text } = usePortal();
  const user = useUser();
  const verify = useAction((_, code: string) => onVerify(code));
  const sentTo = <strong>{email ?? user.email}</strong>;
  return (
    <>
      <PageHead title={text('fresh.title')}>
        <p>
          <Rich text={email === undefined ? 'logins.code' : 'logins.newCode'} slots={{ email: sentTo }} />
        </p>
      </PageHead>
      <CodeField onCode={code => void verify.run(code)} isBusy={verify.isBusy} problem={verify.problem} />
      {email !== undefined && (
        <ul className="pt-list pt-card">
          <li>{text('logins.emailNote1')}</li>
          <li>{text('logins.emailNote2')}</li>
        </ul>
      )}
    </>
  );
}
