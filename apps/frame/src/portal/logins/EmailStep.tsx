import { isAppleRelayAddress } from 'latchkit/protocol';
import { EmailForm } from '../parts/EmailForm.js';
import { PageHead } from '../parts/PageHead.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';

export interface EmailStepProps {
  readonly onEmail: (email: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the new email address. */
export function EmailStep({ onEmail, onCancel }: EmailStepProps) {
  const { text } = usePortal();
  const { email: current } = useUser();
  return (
    <>
      <PageHead title={text(current === undefined ? 'logins.addEmail' : 'logins.changeEmail')} />
      <EmailForm
        label={text('logins.newEmail')}
        hintFor={email => (isAppleRelayAddress(email) ? text('logins.appleRelay') : undefined)}
        onEmail={onEmail}
      >
        <div className="pt-acts">
          <button type="submit" className="pt-btn" data-variant="primary">
            {text('continue')}
          </button>
          <button type="button" className="pt-btn" data-variant="quiet" onClick={onCancel}>
            {text('cancel')}
          </button>
        </div>
      </EmailForm>
    </>
  );
}
